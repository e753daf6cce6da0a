#!/usr/bin/env python3
"""Checks that `uacc convert` either converts each real bank file or reports in one finding why it can't, and never fails in another way.

    python3 refused.py UACC SAMPLES
"""
import json
import pathlib
import subprocess
import sys

uacc, samples = sys.argv[1], pathlib.Path(sys.argv[2])
converted = rejected = 0
problems = []
for sample in sorted(samples.iterdir()):
    command = [uacc, "convert", str(sample), "--account", "CH9300762011623852957", "--currency", "CHF", "--format", "json"]
    result = subprocess.run(command, capture_output=True, timeout=60)
    try:
        report = json.loads(result.stdout.splitlines()[0])
    except (ValueError, IndexError):
        problems.append(f"{sample.name}: no report, exit status {result.returncode}")
        continue
    rows = len(report["transactions"]) + report["details"] + len(report["skipped"]) + len(report["rejected"])
    if report["rows"] != rows:
        problems.append(f"{sample.name}: {report['rows']} rows, {rows} accounted for")
    elif report["bank"]:
        converted += 1
    elif result.returncode == 1 and len(report["findings"]) == 1 and not report["transactions"]:
        rejected += 1
    else:
        problems.append(f"{sample.name}: exit status {result.returncode}, {len(report['findings'])} findings")
print(f"{converted} converted, {rejected} rejected with one finding, {len(problems)} problems")
sys.exit("\n".join(problems) if problems or not converted else 0)
