"""One test for each check of the Plant Store contract, and one for the run itself.

If the kit is not installed, run "npm install --save-dev plant-store-kit" in this repository.
"""

import json
import os
import subprocess
import warnings

import pytest

# The token is in PLANT_STORE_TOKEN. To start the server from here, add "--start" and the server's command.
BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080")
KIT = ["npx", "--no-install", "plant-store-kit"]


def call_kit(*args):
    run = subprocess.run([*KIT, *args], capture_output=True, encoding="utf-8")
    if not run.stdout:
        hint = "Is the kit installed? npm install --save-dev plant-store-kit"
        raise RuntimeError(f"exit code {run.returncode}: {run.stderr}{hint}")
    return run.stdout.splitlines()


def pytest_generate_tests(metafunc):
    # Editors also collect tests, so this function only lists the checks. The first test sends the requests.
    metafunc.parametrize("check", [line.split()[0] for line in call_kit("checks")] + ["run"])


@pytest.fixture(scope="session")
def results():
    lines = [json.loads(line) for line in call_kit("verify", BASE_URL, "--report", "ndjson")]
    return {line.get("check", "run"): line for line in lines}


def test_contract(check, results):
    line = results[check]
    baseline = line.get("baseline", {})
    if line["type"] == "run":
        outdated = [problem["message"] for problem in baseline.get("problems", [])]
        if line["reasons"] + outdated:
            pytest.fail("\n".join(line["reasons"] + outdated), pytrace=False)
    elif line["verdict"] in ("not-exercised", "inconclusive"):
        pytest.skip(line.get("note", line["verdict"]))
    elif baseline.get("status") == "listed":
        pytest.skip(f"accepted until {baseline['expires']}: {baseline['reason']}")
    elif line["verdict"] == "fail":
        pytest.fail(describe(line), pytrace=False)
    elif line["verdict"] == "warn":
        warnings.warn(describe(line))


def describe(finding):
    texts = [finding["title"]]
    for violation in finding["violations"]:
        texts.append(f"  {violation['message']}: expected {violation['expected']}, got {violation['actual']}")
    texts.append(f"when: {finding.get('when', '')}\nfix:  {finding['fix']}")
    texts += [evidence["curl"] for evidence in finding["evidence"][:1]]
    return "\n".join(texts)
