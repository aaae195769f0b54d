// Compiles every contract of contracts/ with the CHC engine of the Solidity compiler and the program on PATH as `eld`, called by the
// compiler's own wrapper (`eld -horn -t:10 FILE.smt2`). Lines marked `// proved` or `// refuted` must be reported so. A query that is
// left `unknown` is given to z3 the way the same wrapper does; if z3 decides it, that is a failure.
//
// Usage: node check.js NODE_MODULES [CONTRACT …]; prints a line per contract and exits with 1 on failure.
'use strict';

const fs = require('fs');
const path = require('path');

const modules = path.resolve(process.argv[2]);
const solc = require(path.join(modules, 'solc'));
const { smtSolver, availableSolvers } = require(path.join(modules, 'solc', 'smtsolver.js'));

const folder = path.join(__dirname, 'contracts');
const only = process.argv.slice(3);
const eld = availableSolvers.find((solver) => solver.command === 'eld');
const z3 = availableSolvers.find((solver) => solver.command === 'z3');
if (!eld || !z3) {
  console.error('eld and z3 have to be on PATH');
  process.exit(2);
}

const word = (answer) => answer.split(/\s/, 1)[0];

// The wrapper kills a solver after 10 seconds and throws if it has said nothing by then. `eld` gets the same 10 seconds as its `-t:` and has to
// answer before that.
const ask = (query, solver) => {
  try {
    return smtSolver(query, solver);
  } catch (error) {
    return `nothing (${error.message.split('\n', 1)[0]})`;
  }
};

function check(name) {
  const content = fs.readFileSync(path.join(folder, name), 'utf8');
  const lines = content.split('\n');
  const targets = /^\/\/ targets: (.*)$/m.exec(content)[1].split(', ');
  const unknown = [];
  const failures = [];
  const counts = { sat: 0, unsat: 0, unknown: 0 };
  const callback = (query) => {
    const answer = ask(query, eld);
    counts[word(answer)] = (counts[word(answer)] || 0) + 1;
    if (word(answer) === 'nothing') failures.push(`${name}: no answer from eld: ${answer}`);
    if (word(answer) !== 'sat' && word(answer) !== 'unsat') unknown.push({ query, answer });
    return { contents: word(answer) === 'nothing' ? 'unknown' : answer };
  };
  const modelChecker = { engine: 'chc', solvers: ['smtlib2'], targets, showProvedSafe: true, showUnproved: true };
  const input = {
    language: 'Solidity',
    sources: { [name]: { content } },
    settings: { modelChecker, outputSelection: {} },
  };
  const begin = Date.now();
  const output = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver: callback }));
  const time = (Date.now() - begin) / 1000;
  const reported = new Map();
  for (const error of output.errors || []) {
    if (error.severity === 'error') failures.push(error.formattedMessage);
    if (!error.message.startsWith('CHC: ') || !error.sourceLocation) continue;
    const line = content.slice(0, error.sourceLocation.start).split('\n').length;
    const state = /happens here/.test(error.message)
      ? 'refuted'
      : /might happen here/.test(error.message)
        ? 'unknown'
        : /safe/.test(error.message)
          ? 'proved'
          : 'other';
    if (!reported.has(line)) reported.set(line, []);
    reported.get(line).push(state);
  }
  lines.forEach((text, index) => {
    const expected = /\/\/ (proved|refuted)\b/.exec(text);
    if (!expected) return;
    const states = reported.get(index + 1) || [];
    if (states.length === 0 || states.some((state) => state !== expected[1])) {
      failures.push(`${name}:${index + 1}: expected ${expected[1]}, reported ${states.join(', ') || 'nothing'}`);
    }
  });
  for (const { query, answer } of unknown) {
    const other = word(ask(query, z3));
    if (other === 'sat' || other === 'unsat') {
      failures.push(`${name}: z3 says ${other} where eld says ${answer.trim()}`);
    }
  }
  const tally = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
  console.log(`${name}: ${tally.join(', ')} in ${time.toFixed(1)} s`);
  return failures;
}

const names = fs.readdirSync(folder).filter((name) => name.endsWith('.sol'));
const failures = names.filter((name) => only.length === 0 || only.includes(name)).flatMap(check);
failures.forEach((failure) => console.log(`FAILED ${failure}`));
process.exit(failures.length === 0 ? 0 : 1);
