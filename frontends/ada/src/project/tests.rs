use super::*;
use crate::ast::UnitPart;
use crate::units::InMemory;
use horn_frontend::Source;

fn loaded(files: &[(&str, &str)], externals: &[(&str, &str)]) -> (Option<Project>, Vec<String>) {
    let files = InMemory::new(files.iter().copied());
    let externals: Vec<(String, String)> = externals.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let (project, read) = load(Path::new("dir/p.gpr"), &files, &externals, &[]);
    let mut messages: Vec<String> = read
        .iter()
        .flat_map(|(name, text, found)| found.iter().map(|found| found.render(&Source::new(name, text))))
        .collect();
    messages.extend(project.as_ref().err().filter(|text| !text.is_empty()).cloned());
    (project.ok(), messages)
}

fn paths(project: &Project) -> Vec<String> {
    project.sources.iter().map(|source| source.path.display().to_string()).collect()
}

#[test]
fn sources_mains_and_switches() {
    let text = "-- comment
        project P is
           for Source_Dirs use (\"src/**\", \".\");
           for Excluded_Source_Dirs use (\"src/old\");
           for Excluded_Source_Files use (\"skip.adb\");
           for Object_Dir use \"obj\";
           for Main use (\"main\", \"tool.adb\");
           package Compiler is for Default_Switches (\"ada\") use (\"-gnatwa\"); end Compiler;
           package Prove is for Proof_Switches (\"Ada\") use (\"--level=2\", \"-j\" & \"2\"); end Prove;
        end P;";
    let files = [
        ("dir/p.gpr", text),
        ("dir/main.adb", ""),
        ("dir/readme.txt", ""),
        ("dir/skip.adb", ""),
        ("dir/src/a.ads", ""),
        ("dir/src/deep/b.adb", ""),
        ("dir/src/old/c.adb", ""),
    ];
    let (project, messages) = loaded(&files, &[]);
    assert_eq!(messages, Vec::<String>::new());
    let project = project.unwrap_or_default();
    assert_eq!(paths(&project), ["dir/src/a.ads", "dir/src/deep/b.adb", "dir/main.adb"]);
    assert_eq!(project.mains, ["main.adb", "tool.adb"]);
    assert_eq!(project.switches, ["--level=2", "-j2"]);
    assert_eq!(project.objects, Path::new("dir/obj"));
}

#[test]
fn files_and_other_projects_have_switches_of_their_own() {
    let files = [
        (
            "dir/p.gpr",
            "with \"lib\"; project P is
             package Prove is
                for Proof_Switches (\"Ada\") use (\"--level=1\");
                for Proof_Switches (\"Hard.adb\") use (\"--level=4\");
                for Proof_Switches (\"lib.adb\") use (\"--timeout=9\");
             end Prove; end P;",
        ),
        (
            "dir/lib.gpr",
            "project Lib is for Source_Dirs use (\"lib\");
             package Prove is for Proof_Switches (\"ada\") use (\"--level=3\"); end Prove; end Lib;",
        ),
        ("dir/hard.adb", ""),
        ("dir/lib/lib.adb", ""),
        ("dir/lib/other.adb", ""),
    ];
    let (project, messages) = loaded(&files, &[]);
    assert_eq!(messages, Vec::<String>::new());
    let project = project.unwrap_or_default();
    assert_eq!(project.switches, ["--level=1"]);
    let of = |file: &str| {
        let of_file = project.file_switches.iter().filter(|(name, _)| name == file);
        of_file.flat_map(|(_, switches)| switches.clone()).collect::<Vec<String>>()
    };
    assert_eq!(of("hard.adb"), ["--level=4"]);
    assert_eq!(of("other.adb"), ["--level=3"]);
    let mut lib = of("lib.adb");
    lib.sort();
    assert_eq!(lib, ["--level=3", "--timeout=9"]);
}

#[test]
fn results_go_to_no_folder_of_sources() {
    let results = |attributes: &str| {
        let text = format!("project P is\n   for Source_Dirs use (\"src\");\n   {attributes}\nend P;\n");
        let (project, messages) = loaded(&[("dir/p.gpr", &text), ("dir/src/a.ads", "")], &[]);
        assert_eq!(messages, Vec::<String>::new());
        project.unwrap_or_default().results.map(|folder| folder.display().to_string())
    };
    assert_eq!(results("").as_deref(), None);
    assert_eq!(results("for Object_Dir use \".\";").as_deref(), None);
    assert_eq!(results("for Object_Dir use \"./src/\";").as_deref(), None);
    assert_eq!(results("for Object_Dir use \"./obj\";").as_deref(), Some("dir/obj"));
    assert_eq!(results("for Object_Dir use Project'Project_Dir & \"obj\";").as_deref(), Some("dir/obj"));
    let proof = "for Object_Dir use \"obj\"; package Prove is for Proof_Dir use \"/kept/p\"; end Prove;";
    assert_eq!(results(proof).as_deref(), Some("/kept/p"));
}

#[test]
fn scenarios_choose() {
    let text = "project P is
           type Mode is (\"debug\", \"release\");
           M : Mode := external (\"MODE\", \"debug\");
           Dirs := (\"common\");
           case M is
              when \"debug\" => Dirs := Dirs & (\"checks\");
              when others => Dirs := Dirs & \"fast\";
           end case;
           for Source_Dirs use Dirs;
        end P;";
    let files = [("dir/p.gpr", text), ("dir/common/a.ads", ""), ("dir/checks/b.ads", ""), ("dir/fast/c.ads", "")];
    let sources = |externals: &[(&str, &str)]| paths(&loaded(&files, externals).0.unwrap_or_default());
    assert_eq!(sources(&[]), ["dir/common/a.ads", "dir/checks/b.ads"]);
    assert_eq!(sources(&[("Mode", "release")]), ["dir/common/a.ads", "dir/fast/c.ads"]);
    let (_, messages) = loaded(&files, &[("MODE", "x")]);
    assert_eq!(messages, ["dir/p.gpr:3:12: error: value \"x\" is illegal for typed string \"m\""]);
}

#[test]
fn projects_import_and_extend_each_other() {
    let files = [
        (
            "dir/p.gpr",
            "with \"../lib/lib\"; project P extends \"base.gpr\" is
             for Source_Dirs use (Lib'Project_Dir & \"../dir/own\");
             package Prove renames Lib.Prove; end P;",
        ),
        (
            "lib/lib.gpr",
            "library project Lib is for Languages use (\"C\", \"Ada\");
             package Prove is for Proof_Switches (\"Ada\") use (\"-q\"); end Prove; end Lib;",
        ),
        ("dir/base.gpr", "project Base is for Source_Dirs use (\"base\"); end Base;"),
        ("dir/own/a.adb", ""),
        ("dir/base/a.adb", ""),
        ("dir/base/b.adb", ""),
        ("lib/l.ads", ""),
    ];
    let (project, messages) = loaded(&files, &[]);
    assert_eq!(messages, Vec::<String>::new());
    let project = project.unwrap_or_default();
    assert_eq!(paths(&project), ["dir/own/a.adb", "dir/base/b.adb", "lib/l.ads"]);
    assert_eq!(project.sources.iter().map(|source| source.imported).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(project.switches, ["-q"]);
}

#[test]
fn naming_schemes() {
    let text = "project P is package Naming is
        for Spec_Suffix (\"Ada\") use \"_.ada\"; for Body_Suffix (\"Ada\") use \".ada\";
        for Dot_Replacement use \".\"; for Casing use \"mixedcase\"; for Spec (\"Big.Unit\") use \"b.ada\";
        end Naming; end P;";
    let (project, messages) = loaded(&[("dir/p.gpr", text), ("dir/x.ada", "")], &[]);
    assert_eq!(messages, Vec::<String>::new());
    let naming = project.unwrap_or_default().naming;
    assert_eq!(naming.file_name("my_unit.child", UnitPart::Spec), "My_Unit.Child_.ada");
    assert_eq!(naming.file_name("a", UnitPart::Body), "A.ada");
    assert_eq!(naming.file_name("big.unit", UnitPart::Spec), "b.ada");
    assert_eq!(Naming::default().file_name("a.b.c", UnitPart::Subunit), "a-b-c.adb");
    assert_eq!(Naming::beside_library("a-b-c.adb").as_deref(), Some("a~b-c.adb"));
    assert_eq!(["b-a.ads", "ab-c.ads"].map(Naming::beside_library), [None, None]);
}

#[test]
fn mistakes_have_their_places() {
    let check = |text: &str, expected: &str| assert_eq!(loaded(&[("dir/p.gpr", text)], &[]).1, [expected], "{text}");
    check("project P is for Main use (\"a\") end P;", "dir/p.gpr:1:32: error: missing \";\"");
    check("project P is end Q;", "dir/p.gpr:1:18: error: \"end p;\" expected");
    check("project P is X := Y; end P;", "dir/p.gpr:1:19: error: undefined variable \"y\"");
    check("project P is X := external (\"Z\"); end P;", "dir/p.gpr:1:29: error: undefined external reference \"Z\"");
    check("with \"q\"; project P is end P;", "dir/p.gpr:1:6: error: imported project file \"dir/q.gpr\" not found");
    check("with \"p\"; project P is end P;", "dir/p.gpr:1:6: error: circular dependency of project \"dir/p.gpr\"");
    check("project P is for Source_Dirs use (\"no\"); end P;", "\"no\" is not a valid directory");
    check("project P is for Source_Files use (\"no.adb\"); end P;", "source file \"no.adb\" not found");
    check("package P is end P;", "dir/p.gpr:1:1: error: \"project\" expected");
    check("project P is\n", "dir/p.gpr:2:1: error: missing \"end\"");
    assert_eq!(loaded(&[], &[]).1, ["project file \"dir/p.gpr\" not found"]);
    let deep = format!("project P is X := {}", "(".repeat(100_000));
    assert!(loaded(&[("dir/p.gpr", &deep)], &[]).1[0].ends_with("nesting is too deep"));
}

#[test]
fn an_extending_project_gives_units_other_files() {
    let files = [
        ("dir/p.gpr", "project P extends \"q\" is for Source_Dirs use (\"p\"); @ end P;"),
        (
            "dir/q.gpr",
            "project Q is for Source_Dirs use (\"q\");
             package Naming is for Body (\"K\") use \"k1.ada\"; for Spec (\"L\") use \"l1.ada\"; end Naming; end Q;",
        ),
        ("dir/p/k2.ada", ""),
        ("dir/p/m.ads", ""),
        ("dir/q/k1.ada", ""),
        ("dir/q/l1.ada", ""),
        ("dir/q/m.ads", ""),
    ];
    let of = |naming: &str| {
        let text = files[0].1.replace('@', naming);
        let all: Vec<(&str, &str)> =
            [(files[0].0, text.as_str())].into_iter().chain(files[1..].iter().copied()).collect();
        let (project, messages) = loaded(&all, &[]);
        assert_eq!(messages, Vec::<String>::new());
        let project = project.unwrap_or_default();
        (paths(&project), project.naming.file_name("k", UnitPart::Body))
    };
    let own = of("package Naming is for Body (\"K\") use \"k2.ada\"; end Naming;");
    let sources = ["dir/p/k2.ada", "dir/p/m.ads", "dir/q/l1.ada"].map(str::to_owned).to_vec();
    assert_eq!(own, (sources, "k2.ada".to_owned()));
    let inherited = of("");
    let sources = ["dir/p/m.ads", "dir/q/k1.ada", "dir/q/l1.ada"].map(str::to_owned).to_vec();
    assert_eq!(inherited, (sources, "k1.ada".to_owned()));
}

#[test]
fn projects_import_each_other() {
    let files = [
        ("dir/p.gpr", "limited with \"q/q\"; project P is end P;"),
        ("dir/a.ads", ""),
        ("dir/q/q.gpr", "limited with \"../p\"; project Q is end Q;"),
        ("dir/q/b.ads", ""),
    ];
    let (project, messages) = loaded(&files, &[]);
    assert_eq!(messages, Vec::<String>::new());
    assert_eq!(paths(&project.unwrap_or_default()), ["dir/a.ads", "dir/q/b.ads"]);
}

#[test]
fn an_aggregate_project_has_the_sources_of_its_parts() {
    let files = [
        ("dir/p.gpr", "aggregate project P is for Project_Files use (\"q/q.gpr\"); end P;"),
        ("dir/a.adb", ""),
        ("dir/q/q.gpr", "project Q is end Q;"),
        ("dir/q/b.adb", ""),
    ];
    let project = loaded(&files, &[]).0.unwrap_or_default();
    assert_eq!(paths(&project), ["dir/q/b.adb"]);
    assert!(!project.sources[0].imported);
    for pattern in ["*/q.gpr", "**/*.gpr", "?/*.gpr", "q/q*", "./**/q.gpr"] {
        let text = files[0].1.replace("q/q.gpr", pattern);
        let all: Vec<(&str, &str)> =
            [("dir/p.gpr", text.as_str())].into_iter().chain(files[1..].iter().copied()).collect();
        let (project, messages) = loaded(&all, &[]);
        if pattern == "**/*.gpr" {
            // The aggregate project itself is one of them.
            assert!(messages.len() == 1 && messages[0].contains("circular"), "{messages:?}");
        } else {
            assert_eq!((paths(&project.unwrap_or_default()), messages), (vec!["dir/q/b.adb".to_owned()], Vec::new()));
        }
    }
}

/// One of two sources of a name is never taken without a word, and what decides which sources there are is understood
/// or refused.
#[test]
fn which_sources_there_are_is_never_guessed() {
    let with = |project: &str, files: &[&str]| {
        let mut all = vec![("dir/p.gpr", project), ("dir/q.gpr", "project Q is for Source_Dirs use (\"q\"); end Q;")];
        all.extend(files.iter().map(|file| (*file, "k.adb\n")));
        let (project, messages) = loaded(&all, &[]);
        (project.map(|project| paths(&project)).unwrap_or_default(), messages)
    };
    let refused = |project: &str, files: &[&str], why: &str| {
        let (_, messages) = with(project, files);
        assert!(messages.len() == 1 && messages[0].contains(why), "{project}: {messages:?}");
    };
    let found = |project: &str, files: &[&str], expected: &[&str]| {
        assert_eq!(with(project, files), (expected.iter().map(|path| path.to_string()).collect(), Vec::new()));
    };
    let twice = "\"k.adb\" is there twice";
    refused("project P is for Source_Dirs use (\"s/**\"); end P;", &["dir/s/a/k.adb", "dir/s/b/k.adb"], twice);
    let two = "project P is for Source_Dirs use (\"a\", \"b\"); end P;";
    found(two, &["dir/a/k.adb", "dir/b/k.adb"], &["dir/a/k.adb"]);
    let imports = "with \"q\"; project P is for Source_Dirs use (\"s\"); end P;";
    refused(imports, &["dir/s/k.adb", "dir/q/k.adb"], twice);
    let aggregate = "aggregate project P is for Project_Files use (\"q.gpr\", \"r/r.gpr\"); end P;";
    let parts =
        [("dir/p.gpr", aggregate), ("dir/q.gpr", "project Q is end Q;"), ("dir/r/r.gpr", "project R is end R;")];
    let messages = loaded(&[&parts[..], &[("dir/k.adb", ""), ("dir/r/k.adb", "")]].concat(), &[]).1;
    assert!(messages.len() == 1 && messages[0].contains(twice), "{messages:?}");
    refused("aggregate project P is for External (\"V\") use \"x\"; end P;", &[], "attribute External");
    refused("project P is for Roots (\"k.adb\") use (\"e.ads\"); end P;", &[], "attribute Roots");
    refused("project P extends all \"q\" is for Source_Dirs use (); end P;", &["dir/q/k.adb"], "extends all");
    let ignored = "project P is for Source_Dirs use (\"s/**\"); for Ignore_Source_Sub_Dirs use (\"old\"); end P;";
    found(ignored, &["dir/s/old/k.adb", "dir/s/new/k.adb"], &["dir/s/new/k.adb"]);
    refused(&ignored.replace("old", "o*"), &["dir/s/old/k.adb"], "the pattern \"o*\"");
    let extending = "project P extends \"q\" is for Source_Dirs use (); for Excluded_@; end P;";
    let files = ["dir/q/k.adb", "dir/q/l.adb", "dir/out.txt"];
    found(&extending.replace('@', "Source_Files use (\"k.adb\")"), &files, &["dir/q/l.adb"]);
    found(&extending.replace('@', "Source_List_File use \"out.txt\""), &files, &["dir/q/l.adb"]);
}
