# make demo      fetch Z3 if there is none, build, solve a few examples
# make test      every test of the workspace
# make check     what the continuous integration runs: formatting, lints, make test
# make bench     criterion benches
# make page      pages of --html in Chromium: console, requests, accessibility, stepping (needs npm and Chromium)
# make dist      archive, package, wheel, bill of materials and checksums of a release, in target/dist-artefacts; tried
# make compare   hornsolve beside z3 on our own systems (LIST=…, TIMEOUT=…, JOBS=…, ARGS=… to change it)

CARGO   ?= cargo
LIST    ?= horn-benchmarks/systems/manifest.tsv
TIMEOUT ?= 10
JOBS    ?= 1
ARGS    ?=

.PHONY: help z3 gnat slurm build demo test check bench page dist compare clean

help:
	@sed -n 's/^# //p' Makefile

# The tests compile and run Ada programs with GNAT; installs it if it is missing and apt-get may.
gnat:
	@scripts/get-gnat

# A test proves a program with an array job; installs Slurm if it is missing and apt-get may.
slurm:
	@scripts/get-slurm

# Does nothing where HORNSOLVE_SMT, .tools/bin/z3 or PATH already gives a Z3 of version 4.8.12 or newer.
z3:
	@scripts/get-z3

build:
	$(CARGO) build --release

demo: z3 build
	@scripts/demo

test: z3 gnat slurm
	@scripts/test

check:
	@.ci/run

bench: z3
	$(CARGO) bench --workspace

page:
	@scripts/page/run

dist:
	@scripts/dist

# The query command of Z3 answers "can it be derived?", the opposite of what every other file asks: no
# comparison on that track.
compare: z3 build
	$(CARGO) run --release -p horn-benchmarks -- compare --list $(LIST) --timeout $(TIMEOUT) --jobs $(JOBS) \
		--skip-track Fixedpoint --solver 'hornsolve=hornsolve --statistics=json {}' --solver 'z3=z3 {}' $(ARGS)

clean:
	$(CARGO) clean
