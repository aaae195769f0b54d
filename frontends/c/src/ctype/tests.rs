//! Sizes, ranks and conversions, with gcc as the oracle where there is one.

use super::*;
use std::io::Write;
use std::process::Command;

const KINDS: [IntKind; 12] = [
    IntKind::Bool,
    IntKind::Char,
    IntKind::SChar,
    IntKind::UChar,
    IntKind::Short,
    IntKind::UShort,
    IntKind::Int,
    IntKind::UInt,
    IntKind::Long,
    IntKind::ULong,
    IntKind::LongLong,
    IntKind::ULongLong,
];

/// Whether gcc takes this text, in a data model; none where there is no gcc.
fn gcc(model: DataModel, text: &str) -> Option<bool> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.c");
    std::fs::File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
    let width = if model == DataModel::Ilp32 { "-m32" } else { "-m64" };
    let output = Command::new("gcc").args(["-fsyntax-only", "-std=gnu11", width]).arg(&path).output().ok()?;
    Some(output.status.success())
}

#[test]
fn common_types_are_those_of_gcc() {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let mut text = String::new();
        for a in KINDS {
            for b in KINDS {
                let (ours, a, b) = (a.common(b, model).name(), a.name(), b.name());
                text += &format!("_Static_assert(_Generic(({a})0 + ({b})0, {ours}: 1, default: 0), \"{a} {b}\");\n");
            }
            let promoted = a.promoted().name();
            text += &format!("_Static_assert(_Generic(+({})0, {promoted}: 1, default: 0), \"\");\n", a.name());
            let range = a.range(model);
            if a != IntKind::LongLong && a != IntKind::Long {
                let (size, last) = (a.size(model), range.last.to_string());
                text += &format!("_Static_assert(sizeof({}) == {size} && ({0}){last}u == {last}u, \"\");\n", a.name());
            }
        }
        assert_ne!(gcc(model, &text), Some(false), "{model:?}");
        assert_ne!(gcc(model, "_Static_assert(sizeof(int) == 3, \"\");"), Some(true));
    }
}

#[test]
fn structs_are_laid_out_as_gcc_does() {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        let mut types = Types::new(model);
        let [char, int, longlong, short] =
            [IntKind::Char, IntKind::Int, IntKind::LongLong, IntKind::Short].map(|kind| types.int(kind));
        let double = types.double();
        let pointer = types.pointer(int);
        let array = types.array(short, Length::Fixed(3));
        let inner = types.add_tag(TagKind::Struct, "I");
        let member = |name: &str, ty, bits| Member { name: name.to_string(), ty, bits, loc: Loc::NONE };
        types.tag_mut(inner).members = Some(vec![member("c", char, None), member("d", double, None)]);
        let inner_type = types.make(CType::Tag(inner));
        let outer = types.add_tag(TagKind::Struct, "O");
        types.tag_mut(outer).members = Some(vec![
            member("a", char, None),
            member("b", longlong, None),
            member("c", array, None),
            member("d", inner_type, None),
            member("e", int, Some(5)),
            member("f", int, Some(28)),
            member("", int, Some(0)),
            member("g", char, None),
            member("p", pointer, None),
        ]);
        let outer_type = types.make(CType::Tag(outer));
        let union = types.add_tag(TagKind::Union, "U");
        types.tag_mut(union).members = Some(vec![member("a", array, None), member("b", int, None)]);
        let union_type = types.make(CType::Tag(union));
        let mut text = "struct I { char c; double d; }; union U { short a[3]; int b; };\n\
             struct O { char a; long long b; short c[3]; struct I d; int e : 5; int f : 28; int : 0; char g; int *p; };\n"
            .to_string();
        for (name, ty) in [("struct I", inner_type), ("struct O", outer_type), ("union U", union_type)] {
            text += &format!("_Static_assert(sizeof({name}) == {}, \"\");\n", types.size(ty).unwrap());
            text += &format!("_Static_assert(_Alignof({name}) == {}, \"\");\n", types.align(ty).unwrap());
        }
        for (name, at) in [("a", 0), ("b", 1), ("c", 2), ("d", 3), ("g", 7), ("p", 8)] {
            let offset = types.offset(outer, at).unwrap();
            text += &format!("_Static_assert(__builtin_offsetof(struct O, {name}) == {offset}, \"\");\n");
        }
        assert_ne!(gcc(model, &text), Some(false), "{model:?}\n{text}");
        assert_eq!(types.offset(outer, 4), None);
    }
}

#[test]
fn conversions_wrap() {
    let wrap = |kind: IntKind, value: i64| kind.wrap(&Int::from(value), DataModel::Lp64).to_i64().unwrap();
    assert_eq!(wrap(IntKind::Char, 200), -56);
    assert_eq!(wrap(IntKind::UChar, -1), 255);
    assert_eq!(wrap(IntKind::Int, 1 << 31), -(1 << 31));
    assert_eq!(wrap(IntKind::Bool, 256), 1);
    assert_eq!(wrap(IntKind::UInt, -1), (1 << 32) - 1);
}

#[test]
fn compatible_arrays_have_a_composite() {
    let mut types = Types::new(DataModel::Lp64);
    let (int, char) = (types.plain_int(), types.int(IntKind::Char));
    let (open, five, six) =
        (types.array(int, Length::Unknown), types.array(int, Length::Fixed(5)), types.array(int, Length::Fixed(6)));
    assert!(types.compatible(open, five));
    assert!(!types.compatible(six, five));
    assert_eq!(types.composite(open, five), five);
    let (a, b) = (types.pointer(char), types.pointer(int));
    assert!(!types.compatible(a, b));
    assert_eq!(types.name(a), "char *");
    let (p, f) = (types.pointer(five), FunctionType { result: int, params: None, variadic: false });
    let f = types.make(CType::Function(f));
    let pf = types.pointer(f);
    assert_eq!(types.name(p), "int (*)[5]");
    assert_eq!(types.name(pf), "int (*)()");
}
