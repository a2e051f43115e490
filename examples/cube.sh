#!/bin/sh
# Solves one cube of a formula with any SAT solver that reads DIMACS from standard input:
#
#   cube.sh FORMULA 'a LITERAL... 0' SOLVER [OPTION...]
#
# The solver gets the formula with the literals of the cube as unit clauses. Exits with 0 if it says
# that the cube has no solution, else with 1, so that `parallel --halt now,fail=1` ends with the
# first solution.
formula=$1 cube=$2
shift 2
answer=$(awk -v cube="$cube" '
    BEGIN { n = split(cube, word) - 2 }
    $1 == "p" { $4 += n }
    { print }
    END { for (i = 2; i <= n + 1; i++) print word[i], 0 }
' "$formula" | "$@")
printf '%s\n' "$answer"
case $answer in *UNSAT*) exit 0 ;; *) exit 1 ;; esac
