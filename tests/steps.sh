# Steps of `tests/run` and `tests/full`, with a table of their times beside those in CONTRIBUTING.md. Both scripts source this file from the top folder of the project.
#
# `step NAME` ends the previous step and starts a new one. `not_done REASON` lists the current step as not done. A failing command or a signal ends the
# script, and the table shows the failed step. If UACC_TIMES names a file and UACC_BEGUN the second in which the first script began, several scripts share
# one table.
#
# `beside FUNCTION ...` runs functions with steps of their own, two at the same time.

. tests/tools.sh
times="${UACC_TIMES:-$(mktemp)}"
all_begun="${UACC_BEGUN:-$(date +%s)}"
current=""

end_step() {
  if [ -n "$current" ]; then
    printf '%s\t%s\t%s\n' "$1" "$((SECONDS - begun))" "$current" >>"$times"
    current=""
  fi
}

step() {
  end_step done
  current="$*"
  begun=$SECONDS
  printf '\n== %s\n' "$current"
}

not_done() {
  current="$current: $*"
  printf 'NOT DONE: %s\n' "$*"
  end_step "NOT DONE"
}

# Starts the next function when one of two has ended, so that the longest ones come first. What a function prints is shown when it has ended. Each has a folder
# `scratch` of its own.
beside() {
  local function failed="" running=0
  local -A functions=()
  end_step done
  for function in "$@"; do
    if [ "$running" = 2 ]; then
      await_function
    fi
    (
      trap 'if [ $? = 0 ]; then end_step done; else end_step FAILED; fi' EXIT
      scratch="$scratch/$function"
      mkdir "$scratch"
      "$function"
    ) >"$scratch/$function.log" 2>&1 &
    functions[$!]="$function"
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do await_function; done
  [ -z "$failed" ]
}

# Waits until one of the functions of `beside` has ended.
await_function() {
  local process=""
  wait -n -p process "${!functions[@]}" || failed=yes
  cat "$scratch/${functions[$process]}.log"
  unset "functions[$process]"
  running=$((running - 1))
}

table() {
  local status=$?
  if [ "$status" = 0 ]; then
    end_step done
  elif [ -n "$current" ] || ! grep -q ^FAILED "$times"; then
    current="${current:-before the first step or between steps}"
    begun="${begun:-$SECONDS}"
    end_step FAILED
  fi
  printf '\n%8s  %8s  %-8s  %s\n' seconds before result step
  # The second column is that of the step in CONTRIBUTING.md. The median of the steps says how slow this machine is. Beyond that, a step has grown if it
  # takes a quarter and ten seconds more.
  awk -F '\t' -v limit="$limit" -v all="$(($(date +%s) - all_begun))" '
    NR == FNR { if (split($0, cell, / *\| */) > 3 && cell[3] ~ /^[0-9]+$/) before[cell[2]] = cell[3]; next }
    { result[++count] = $1; seconds[count] = $2; name[count] = $3 }
    $1 == "done" && before[$3] >= 20 { ratio[++known] = $2 / before[$3] }
    END {
      slow = known ? 0 : 1
      for (at = 1; at <= known; at++) {
        below = 0
        for (other = 1; other <= known; other++) below += ratio[other] < ratio[at]
        if (below * 2 < known && ratio[at] > slow) slow = ratio[at]
      }
      for (at = 1; at <= count; at++) {
        then = before[name[at]]
        grew = then != "" && seconds[at] > slow * (then * 1.25 + 10)
        printf "%8s  %8s  %-8s  %s%s\n", seconds[at], then, result[at], name[at], (grew ? ": GREW" : "")
      }
      printf "%8d  %8s  %-8s  total%s\n", all, "", "", (all > limit ? ", more than the " limit " seconds that two cores should take" : "")
      if (known) printf "The steps took %.2f times the seconds before (median).\n", slow
    }
  ' CONTRIBUTING.md "$times"
  [ -n "${UACC_TIMES:-}" ] || rm -f "$times"
  rm -rf "$scratch"
}

# A temporary folder, which is deleted when the script ends.
scratch="$(mktemp -d)"
trap table EXIT
# Without these traps, an interrupted script would end with status 0.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# The folder next to the project with third-party samples, test vectors and test suites, if it exists.
if [ -d ../shared ]; then
  UACC_SHARED="$(cd ../shared && pwd)"
  export UACC_SHARED
else
  unset UACC_SHARED
fi

# The target folder of cargo.
target="$(cargo metadata --locked --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')"

# Runs the ignored tests of a binary whose names contain WORD: `ignored BINARY WORD`. Fails if there are none.
ignored() {
  cargo test --locked $packages --test "$1" -- --ignored "${@:2}" | tee "$scratch/ignored"
  grep -q '^test result: ok. [1-9]' "$scratch/ignored"
}
