//! Reads C files and prints what there is to say about them: `read [-m32] [-E] [-t] [-q] [-I FOLDER] FILE…`.
//!
//! `-t` prints the tree. `-E` prints the tokens behind the preprocessor, one a line; `-q` only counts and times.

#![allow(clippy::print_stdout)]

use horn_c::preprocess::preprocess_file;
use horn_c::{DataModel, Options};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let mut options = Options::default();
    let (mut tokens, mut tree, mut quiet, mut files) = (false, false, false, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-m32" => options.data_model = DataModel::Ilp32,
            "-E" => tokens = true,
            "-t" => tree = true,
            "-q" => quiet = true,
            "-I" => options.folders.extend(arguments.next().map(PathBuf::from)),
            _ => files.push(argument),
        }
    }
    let (mut bytes, mut failed) = (0, 0);
    let start = Instant::now();
    for file in &files {
        let path = Path::new(file);
        if tokens {
            let unit = preprocess_file(path, &options);
            for token in &unit.tokens {
                println!("{}", unit.spelling(*token));
            }
            continue;
        }
        let unit = horn_c::read(path, &options);
        bytes += unit.tree.sources.files.iter().filter(|file| !file.ours).map(|file| file.text.len()).sum::<usize>();
        failed += usize::from(unit.failed());
        if tree {
            print!("{}", unit.tree.dump());
        }
        if !quiet {
            unit.rendered().iter().for_each(|message| println!("{message}"));
        }
    }
    if !tokens {
        let time = start.elapsed().as_secs_f64();
        let rate = bytes as f64 / 1e6 / time;
        println!("{} files, {failed} with errors, {bytes} bytes, {time:.3} s, {rate:.1} MB/s", files.len());
    }
}
