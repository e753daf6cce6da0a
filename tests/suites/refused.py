#!/usr/bin/env python3
"""Give every real file to `uacc convert`: it either converts, or says in a finding why not. It never fails otherwise.

    python3 refused.py UACC SAMPLES
"""
import json
import pathlib
import subprocess
import sys

uacc, samples = sys.argv[1], pathlib.Path(sys.argv[2])
converted = refused = 0
wrong = []
for sample in sorted(samples.iterdir()):
    call = [uacc, "convert", str(sample), "--account", "CH9300762011623852957", "--currency", "CHF", "--format", "json"]
    done = subprocess.run(call, capture_output=True, timeout=60)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        wrong.append(f"{sample.name}: no report, exit status {done.returncode}")
        continue
    rows = len(report["transactions"]) + report["details"] + len(report["skipped"]) + len(report["rejected"])
    if report["rows"] != rows:
        wrong.append(f"{sample.name}: {report['rows']} rows, {rows} accounted for")
    elif report["bank"]:
        converted += 1
    elif done.returncode == 1 and len(report["findings"]) == 1 and not report["transactions"]:
        refused += 1
    else:
        wrong.append(f"{sample.name}: exit status {done.returncode}, {len(report['findings'])} findings")
print(f"{converted} read, {refused} refused with one finding, {len(wrong)} wrong")
sys.exit("\n".join(wrong) if wrong or not converted else 0)
