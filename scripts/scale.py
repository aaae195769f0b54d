#!/usr/bin/env python3
"""Writes a system of about N clauses whose size is all that is hard about it: scale.py FAMILY N > FILE.

chain: N predicates behind each other, the second argument counts how often the first was large.
facts: one predicate with N / 2 facts, and as many clauses that take one of them on.
loops: N / 3 loops behind each other, each with a counter of its own.
All are satisfiable.
"""

import sys


def forall(variables: str, body: str, head: str) -> str:
    return f"(assert (forall ({variables}) (=> {body} {head})))"


def declared(name: str, count: int) -> list[str]:
    return [f"(declare-fun {name}{at} (Int Int) Bool)" for at in range(count)]


def chain(count: int) -> list[str]:
    both = "(x Int) (y Int)"
    lines = declared("P", count + 1) + [forall(both, "(and (>= x 0) (= y 0))", "(P0 x y)")]
    for at in range(count):
        lines.append(forall(both, f"(P{at} x y)", f"(P{at + 1} (+ x 1) (ite (> x {at}) (+ y 1) y))"))
    return lines + [forall(both, f"(and (P{count} x y) (< y 0))", "false")]


def facts(count: int) -> list[str]:
    both = "(x Int) (y Int)"
    lines = ["(declare-fun P (Int Int) Bool)"]
    for at in range(count // 2):
        lines.append(forall("(x Int)", f"(= x {at})", f"(P x {at % 7})"))
        lines.append(forall(both, f"(and (P x y) (= x {at}))", "(P (+ x 1) y)"))
    return lines + [forall(both, "(and (P x y) (> y 6))", "false")]


def loops(count: int) -> list[str]:
    both = "(x Int) (c Int)"
    lines = declared("L", count // 3 + 1) + [forall("(x Int)", "(= x 0)", "(L0 x 0)")]
    for at in range(count // 3):
        lines.append(forall(both, f"(and (L{at} x c) (< c 10))", f"(L{at} (+ x 1) (+ c 1))"))
        lines.append(forall(both, f"(and (L{at} x c) (>= c 10))", f"(L{at + 1} x 0)"))
    return lines + [forall(both, f"(and (L{count // 3} x c) (< x 0))", "false")]


FAMILIES = {"chain": chain, "facts": facts, "loops": loops}

if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in FAMILIES or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    print("\n".join(["(set-logic HORN)", *FAMILIES[sys.argv[1]](int(sys.argv[2])), "(check-sat)"]))
