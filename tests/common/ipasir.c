/* A SAT solver of the simplest kind with the IPASIR interface, and with faults to choose from. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    int *lits;
    int count, room, variables, solved;
    signed char *values;
    void *state;
    int (*stop)(void *);
} Solver;

#ifndef FAULT_MISSING
const char *ipasir_signature(void) { return "tiny 1.0"; }
#endif

void *ipasir_init(void) {
#ifdef FAULT_NULL
    return NULL;
#endif
    return calloc(1, sizeof(Solver));
}

void ipasir_release(void *handle) {
    Solver *s = handle;
    free(s->lits);
    free(s->values);
    free(s);
}

void ipasir_add(void *handle, int32_t lit) {
    Solver *s = handle;
    if (s->count == s->room) {
        s->room = 2 * s->room + 64;
        s->lits = realloc(s->lits, s->room * sizeof(int));
    }
    s->lits[s->count++] = lit;
    if (abs(lit) > s->variables) s->variables = abs(lit);
}

static int value(Solver *s, int lit) { return lit > 0 ? s->values[lit] : -s->values[-lit]; }

/* Unit propagation; 0 at a conflict. */
static int propagate(Solver *s) {
    int again = 1;
    while (again) {
        int unit = 0, open = 0, satisfied = 0;
        again = 0;
        for (int i = 0; i < s->count; i++) {
            int lit = s->lits[i];
            if (lit == 0) {
                if (!satisfied && open == 0) return 0;
                if (!satisfied && open == 1) {
                    s->values[abs(unit)] = unit > 0 ? 1 : -1;
                    again = 1;
                }
                open = satisfied = 0;
            } else if (value(s, lit) > 0) {
                satisfied = 1;
            } else if (value(s, lit) == 0) {
                unit = lit;
                open++;
            }
        }
    }
    return 1;
}

static int search(Solver *s) {
    if (s->stop && s->stop(s->state)) return 0;
    if (!propagate(s)) return 20;
    int variable = 1;
    while (variable <= s->variables && s->values[variable]) variable++;
    if (variable > s->variables) return 10;
    signed char *saved = malloc(s->variables + 1);
    memcpy(saved, s->values, s->variables + 1);
    int answer = 20;
    for (int sign = 1; sign >= -1 && answer == 20; sign -= 2) {
        memcpy(s->values, saved, s->variables + 1);
        s->values[variable] = sign;
        answer = search(s);
    }
    free(saved);
    return answer;
}

int ipasir_solve(void *handle) {
    Solver *s = handle;
#ifdef FAULT_CRASH
    abort();
#endif
#ifdef FAULT_DEAF
    for (;;) sleep(1);
#endif
#ifdef FAULT_SLOW
    while (!s->stop(s->state)) usleep(1000);
    return 0;
#endif
#ifdef FAULT_DENIES
    if (s->solved++) return 20;
#endif
#ifdef FAULT_ANSWER
    return 7;
#endif
    s->values = realloc(s->values, s->variables + 1);
    memset(s->values, 0, s->variables + 1);
    return search(s);
}

int32_t ipasir_val(void *handle, int32_t lit) {
    int sign = value(handle, lit) >= 0 ? 1 : -1;
#ifdef FAULT_LIES
    return -sign * lit;
#endif
    return sign * lit;
}

void ipasir_set_terminate(void *handle, void *state, int (*stop)(void *)) {
    Solver *s = handle;
    s->state = state;
    s->stop = stop;
}
