"""BenchExec tool-info module for hornsolve on C programs, as SV-COMP runs them.

Put the folder above this one on PYTHONPATH, and name the tool `c.hornsolve`:

    PYTHONPATH=contrib/benchexec benchexec contrib/benchexec/c-svcomp.xml

Tasks are task definitions with one .c or .i file and a property file.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

VERDICTS = {
    "TRUE": result.RESULT_TRUE_PROP,
    "FALSE(unreach-call)": result.RESULT_FALSE_REACH,
    "FALSE(no-overflow)": result.RESULT_FALSE_OVERFLOW,
    "FALSE(valid-deref)": result.RESULT_FALSE_DEREF,
    "FALSE(valid-free)": result.RESULT_FALSE_FREE,
    "FALSE(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
    "FALSE(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
    "UNKNOWN": result.RESULT_UNKNOWN,
}


class Tool(benchexec.tools.template.BaseTool2):
    """hornsolve: a verifier on constrained Horn clauses."""

    def name(self):
        return "hornsolve"

    def executable(self, tool_locator):
        return tool_locator.find_executable("hornsolve", subdir="target/release")

    def version(self, executable):
        return self._version_from_tool(executable, "--version", line_prefix="hornsolve")

    def cmdline(self, executable, options, task, rlimits):
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        own = ["--frontend=c"]
        if model:
            own.append(f"--data-model={model}")
        if task.property_file:
            own.append(f"--property={task.property_file}")
        return [executable, *own, *options, task.single_input_file]

    def determine_result(self, run):
        # The verdict is the last line.
        for line in reversed(list(run.output)):
            word = line.strip()
            if word in VERDICTS:
                return VERDICTS[word]
            if ": error: " in word or word.startswith("error: "):
                return result.RESULT_ERROR
        if run.was_timeout:
            return result.RESULT_TIMEOUT
        return result.RESULT_ERROR
