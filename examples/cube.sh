#!/bin/sh
# Solves one cube of a formula with any SAT solver that reads DIMACS from standard input:
#
#   cube.sh FORMULA 'a LITERAL... 0' SOLVER [OPTION...]
#
# The solver gets the formula with the literals of the cube as unit clauses. The script exits with
# 0 if the solver found a solution, so that `parallel --halt now,success=1` stops at the first
# solution. It exits with 1 if the solver says that the cube has no solution, and with 2 if the
# solver says neither: the solver gave up, crashed or is missing.
formula=$1 cube=$2
shift 2
answer=$(awk -v cube="$cube" '
    BEGIN { n = split(cube, word) - 2 }
    $1 == "p" { $4 += n }
    { print }
    END { for (i = 2; i <= n + 1; i++) print word[i], 0 }
' "$formula" | "$@")
printf '%s\n' "$answer"
says() { printf '%s\n' "$answer" | grep -qx "s $1"; }
says SATISFIABLE && exit
says UNSATISFIABLE && exit 1
echo "cube.sh: $1 did not solve the cube: $cube" >&2
exit 2
