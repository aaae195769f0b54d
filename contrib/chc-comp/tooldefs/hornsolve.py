"""Tool-info module of hornsolve for the CHC competition; its base class is the competition's own."""

import benchexec.tools.chc


class Tool(benchexec.tools.chc.ChcTool):
    """hornsolve: a solver for constrained Horn clauses."""

    # Z3 is in .tools/bin, where the program looks for it.
    REQUIRED_PATHS = ["hornsolve", ".tools"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("hornsolve")

    def version(self, executable):
        return self._version_from_tool(executable, "--version", line_prefix="hornsolve")

    def name(self):
        return "hornsolve"

    def cmdline(self, executable, options, task, rlimits):
        # The limit is one of processor time, that of all threads and of the SMT solver's processes together.
        if rlimits.cputime:
            # By the clock it is not over sooner; engines get shares of the time by the clock.
            limit = max(1, int(rlimits.cputime) - 5)
            options = [*options, f"--cpu-limit={limit}", f"--timeout={limit}"]
        return [executable, *options, task.single_input_file]
