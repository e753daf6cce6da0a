#!/usr/bin/env bash
# Builds the wheel of the package for Python, installs it into an empty environment, and tests it there.
#
#     tests/suites/python.sh quick|full [UACC [ENVIRONMENT]]
#
# Needs cargo and Python 3.10 or later with venv. With `full`, 10,000 damaged inputs are read, not 1000, and with UACC_SHARED the results on third-party samples are compared with those of the program UACC.
# ENVIRONMENT is a virtual environment with maturin, which is made if there is none. A host or a type checker that can't be installed is named, and its tests
# are skipped. With UACC_POSTGRES, the store in that database is tested too.
set -euo pipefail
cd "$(dirname "$0")/../.."
form="$1"
program="${2:-}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
tools="${3:-$scratch/tools}"
[ -x "$tools/bin/python" ] || python3 -m venv "$tools"
[ -x "$tools/bin/maturin" ] || "$tools/bin/pip" install --quiet 'maturin>=1.9,<2'

# Not optimized as a whole, which would take minutes and proves nothing here. With a little, ten thousand damaged inputs take less than half of the time.
optimization=0
[ "$form" = quick ] || optimization=1
PATH="$tools/bin:$PATH" maturin build --quiet --locked --profile dev --config "profile.dev.package.universal-accounting.opt-level=$optimization" --manifest-path python/Cargo.toml --out "$scratch/wheels"

# The README's first lines, from an empty environment with nothing but the wheel.
python3 -m venv "$scratch/empty"
"$scratch/empty/bin/pip" install --quiet --no-index "$scratch"/wheels/*.whl
cp python/tests/samples.py "$scratch"
(
  cd "$scratch"
  empty/bin/python -c 'import samples; open("march.sta", "wb").write(samples.MT940)'
  sed -n '/^```python$/,/^```$/{//!p;}; /^```$/q' "$OLDPWD/python/README.md" >first.py
  empty/bin/python first.py | tee first
  grep -q '^2026-03-03 -12.50 CHF Bakery$' first
)
if "$scratch/empty/bin/pip" list --format freeze 2>/dev/null | grep -vE '^(pip|setuptools|universal-accounting|wheel)[=]'; then
  echo "the package has dependencies"
  exit 1
fi

pip=("$tools/bin/pip" install --quiet)
"${pip[@]}" --force-reinstall --no-deps "$scratch"/wheels/*.whl
"${pip[@]}" 'pytest>=8'
hosts=('beancount>=3,<4' beangulp ofxstatement ofxtools polars pandas pyarrow duckdb)
if ! "${pip[@]}" "${hosts[@]}"; then
  for host in "${hosts[@]}"; do
    "${pip[@]}" "$host" || echo "NOT DONE: $host can't be installed"
  done
fi
# Odoo is no package of pip. The tests stand in for what the wizard needs of it.
for addon in file base; do
  "${pip[@]}" --no-deps "odoo-addon-account_statement_import_$addon" || echo "NOT DONE: the wizard of Odoo can't be installed"
done

# Outside of the folder, so that the installed package is tested.
cp -r python/tests "$scratch/tests"
mkdir -p "$scratch/pages/python/tests" "$scratch/pages/src/guide"
cp python/README.md "$scratch/pages/python"
cp src/guide/python.md "$scratch/pages/src/guide"
cp python/tests/*.py "$scratch/pages/python/tests"
(cd "$scratch/pages/python/tests" && "$tools/bin/python" -m pytest --quiet -p no:cacheprovider .)

if "${pip[@]}" mypy pyright; then
  package="$("$tools/bin/python" -c 'import pathlib, universal_accounting; print(pathlib.Path(universal_accounting.__file__).parent)')"
  (
    cd "$scratch/pages/python/tests"
    "$tools/bin/mypy" --strict --config-file "$OLDPWD/python/pyproject.toml" --python-executable "$tools/bin/python" -p universal_accounting
    "$tools/bin/mypy" --strict --python-executable "$tools/bin/python" example.py
    PATH="$tools/bin:$PATH" "$tools/bin/pyright" --pythonpath "$tools/bin/python" example.py "$package"
    # Every name of the module has its type in the stub, and no other.
    "$tools/bin/python" -m mypy.stubtest universal_accounting._native --ignore-disjoint-bases
  )
else
  echo "NOT DONE: mypy or pyright can't be installed"
fi

damaged=1000
[ "$form" = quick ] || damaged=10000
"$tools/bin/python" python/tests/damaged.py "$damaged"

if [ "$form" = full ] && [ -n "${UACC_SHARED:-}" ]; then
  "$tools/bin/python" python/tests/identical.py "$program" "$UACC_SHARED/bank-formats/samples" "$UACC_SHARED/bank-formats/world" "$UACC_SHARED/statements/samples" \
    "$UACC_SHARED/statements/ofx" "$UACC_SHARED/continuity/cases"
fi
