"""BenchExec tool-info module for hornsolve.

Put the folder above this one on PYTHONPATH, and name the tool `chc.hornsolve`:

    PYTHONPATH=contrib/benchexec benchexec contrib/benchexec/chc-comp.xml

Tasks are single .smt2 files, or task definitions with one. With the option `--eld` the program takes Eldarica's
options, and .horn and .nts files too.
"""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """hornsolve: a solver for constrained Horn clauses."""

    def name(self):
        return "hornsolve"

    def executable(self, tool_locator):
        return tool_locator.find_executable("hornsolve", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, "--version", line_prefix="hornsolve")

    def cmdline(self, executable, options, task, rlimits):
        if "--eld" not in options and rlimits.walltime and "-t" not in options and "--timeout" not in options:
            # The program ends by itself a little before it would be killed.
            options = options + ["--timeout", str(max(1, rlimits.walltime - 2))]
        if "--eld" not in options and rlimits.cputime and not any(one.startswith("--cpu-limit") for one in options):
            # That of all threads and solver processes together, as BenchExec counts it.
            limit = max(1, int(rlimits.cputime) - 2)
            options = options + [f"--cpu-limit={limit}"]
            if "--timeout" not in options and "-t" not in options:
                options = options + ["--timeout", str(limit)]
        return [executable, *options, task.single_input_file]

    def determine_result(self, run):
        for line in run.output:
            word = line.strip()
            if word in ("sat", "SOLVABLE"):
                return result.RESULT_TRUE_PROP
            if word in ("unsat", "NOT SOLVABLE"):
                return result.RESULT_FALSE_PROP
            if word == "unknown":
                return result.RESULT_TIMEOUT if run.was_timeout else result.RESULT_UNKNOWN
            if word.startswith("(error") or ": error: " in word:
                return result.RESULT_ERROR
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        """A figure of `--statistics`: the words before the number, for example `decided by`."""
        for line in output:
            if line.startswith(identifier + ":"):
                return line[len(identifier) + 1 :].strip()
        return None
