#include <assert.h>
#include <string.h>
struct cmd { const char *name; int (*run)(int); };
static int inc(int x) { return x + 1; } static int neg(int x) { return -x; }
static const struct cmd cmds[] = { { "inc", inc }, { "neg", neg } };
static const struct cmd *find(const char *name) { for (unsigned i = 0; i < sizeof cmds / sizeof cmds[0]; i++) if (strcmp(cmds[i].name, name) == 0) return &cmds[i]; return 0; }
int main(void) { const struct cmd *c = find("neg"); assert(c && c->run(5) == -5);
#ifdef BAD
 c = find("dec");
#else
 c = find("inc");
#endif
 assert(c->run(1) == 2); return 0; }
