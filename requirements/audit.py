"""Look for known vulnerabilities in the locked dependencies: ``python requirements/audit.py``.

Fails if a Python package has one, or if a package of the web page has a high or critical one: those run only while the page is
built. If a registry does not answer, or does not know some packages, a sentence says so and the audit does not fail.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK_FILES = ("dev.txt", "bench.txt", "node.txt")
"""Together they name every Python package; `play.txt` is a part of `dev.txt`."""
SERIOUS = ("high", "critical")


@dataclass
class Finding:
    """What an audit found, in sentences: failures fail the audit, notes don't."""

    failures: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_pip_audit(output: str, errors: str) -> Finding:
    """Read what `pip-audit --format json` printed.

    >>> rope = {"name": "rope", "version": "2.0", "vulns": [{"id": "CVE-2030-1", "fix_versions": ["2.1"]}]}
    >>> sail = {"name": "sail", "skip_reason": "sail was not found"}
    >>> read_pip_audit(json.dumps({"dependencies": [rope, sail]}), "")
    Finding(failures=['rope 2.0: CVE-2030-1, fixed in 2.1.'],
            notes=['PyPI could not answer for 1 of 2 Python packages: sail was not found.'])
    >>> read_pip_audit("", "Traceback ...\\nrequests.exceptions.ProxyError: refused").notes
    ['The Python packages were not audited, PyPI did not answer: requests.exceptions.ProxyError: refused.']
    >>> read_pip_audit("", "ERROR: no such file: dev.txt").failures
    ['pip-audit failed: ERROR: no such file: dev.txt.']
    """
    packages = _json(output).get("dependencies")
    if packages is None:
        reason = _last_line(errors)
        if re.search(r"requests\.exceptions|connect", errors):
            return Finding(notes=[f"The Python packages were not audited, PyPI did not answer: {reason}."])
        return Finding(failures=[f"pip-audit failed: {reason}."])
    failures = [
        f"{package['name']} {package['version']}: {leak['id']}, fixed in {' or '.join(leak['fix_versions']) or 'no version yet'}."
        for package in packages
        for leak in package.get("vulns", [])
    ]
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    notes = [f"PyPI could not answer for {len(skipped)} of {len(packages)} Python packages: {skipped[0]}."] if skipped else []
    return Finding(failures, notes)


def read_npm_audit(output: str, errors: str) -> Finding:
    """Read what `npm audit --json` printed.

    >>> answer = {"vulnerabilities": {"mast": {"severity": "high", "range": "<3"}, "keel": {"severity": "low", "range": "*"}}}
    >>> read_npm_audit(json.dumps(answer), "")
    Finding(failures=['mast <3: a high vulnerability.'], notes=['keel *: a low vulnerability.'])
    >>> read_npm_audit('{"message": "405 Method Not Allowed", "error": {}}', "").notes
    ["The page's packages were not audited, the npm registry did not answer: 405 Method Not Allowed."]
    >>> read_npm_audit('{"error": {"code": "ENOLOCK"}}', "npm error no lock file").failures
    ['npm audit failed: npm error no lock file.']
    """
    answer = _json(output)
    if "message" in answer:
        return Finding(notes=[f"The page's packages were not audited, the npm registry did not answer: {answer['message']}."])
    if "vulnerabilities" not in answer:
        return Finding(failures=[f"npm audit failed: {_last_line(errors)}."])
    found = Finding()
    for name, leak in answer["vulnerabilities"].items():
        sentences = found.failures if leak["severity"] in SERIOUS else found.notes
        sentences.append(f"{name} {leak['range']}: a {leak['severity']} vulnerability.")
    return found


def _json(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except json.JSONDecodeError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it printed nothing"])[-1]


def _run(*command: str, folder: Path) -> tuple[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True)
    return done.stdout, done.stderr


def main() -> int:
    locks = [word for name in LOCK_FILES for word in ("-r", name)]
    options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json"]
    findings = [
        read_pip_audit(*_run(sys.executable, "-m", "pip_audit", *options, *locks, folder=ROOT / "requirements")),
        read_npm_audit(*_run("npm", "audit", "--json", "--fetch-retries", "0", folder=ROOT / "web")),
    ]
    failures = [sentence for finding in findings for sentence in finding.failures]
    for sentence in [note for finding in findings for note in finding.notes] + failures:
        print(sentence)
    if failures:
        print("The audit failed. To update a package, run `make lock`, or `npm update` in web/.")
        return 1
    print("No serious vulnerability is known in what could be audited.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
