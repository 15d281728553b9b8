/* The main functions of the commands, which form one program in WebAssembly.  They have C linkage in C++, too. */
#ifndef ONLYWAY_LIB_NPM_MAINS_H
#define ONLYWAY_LIB_NPM_MAINS_H

#ifdef __cplusplus
extern "C" {
#endif

int gen_main(int argc, char **argv);
int pack_main(int argc, char **argv);
int recheck_main(int argc, char **argv);
int solve_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
