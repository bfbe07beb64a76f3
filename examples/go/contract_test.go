// One test for each check of the Plant Store contract, and one test for the run itself.
//
// If the kit is not installed, run "npm install --save-dev plant-store-kit" in this repository.
// If the folder has a package other than main, change the next line to its name and _test.
package main_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The result of a check or of the run, as in the JSON report.
type line struct {
	Type, Check, Title, Verdict, Note, When, Fix string
	Reasons                                      []string
	Violations                                   []struct{ Message, Expected, Actual string }
	Evidence                                     []struct{ Curl string }
	Baseline                                     struct {
		Status, Reason, Expires string
		Problems                []struct{ Message string }
	}
}

func TestContract(t *testing.T) {
	baseURL := os.Getenv("BASE_URL")
	if baseURL == "" {
		baseURL = "http://127.0.0.1:8080"
	}
	// The token is in PLANT_STORE_TOKEN. To start the server from here, add "--start" and the server's command.
	command := exec.Command("npx", "--no-install", "plant-store-kit", "verify", baseURL, "--report", "ndjson")
	command.Stderr = os.Stderr
	output, err := command.Output()
	if len(output) == 0 {
		t.Fatalf("%v. Is the kit installed? npm install --save-dev plant-store-kit", err)
	}
	for _, text := range bytes.Split(bytes.TrimSpace(output), []byte("\n")) {
		var each line
		if err := json.Unmarshal(text, &each); err != nil {
			t.Fatal(err)
		}
		t.Run(strings.Trim(each.Type+"/"+each.Check, "/"), each.test)
	}
}

func (each line) test(t *testing.T) {
	for _, problem := range each.Baseline.Problems {
		t.Error(problem.Message)
	}
	switch {
	case len(each.Reasons) > 0:
		t.Error(strings.Join(each.Reasons, "\n"))
	case each.Verdict == "not-exercised" || each.Verdict == "inconclusive":
		t.Skip(each.Note)
	case each.Baseline.Status == "listed":
		t.Skipf("accepted until %s: %s", each.Baseline.Expires, each.Baseline.Reason)
	case each.Type == "check" && (each.Verdict == "fail" || each.Verdict == "warn"):
		t.Log(each.Title, "\nwhen:", each.When, "\nfix: ", each.Fix)
		for _, violation := range each.Violations {
			t.Log(violation.Message, "\nexpected:", violation.Expected, "\nactual:  ", violation.Actual)
		}
		if len(each.Evidence) > 0 {
			t.Log(each.Evidence[0].Curl)
		}
		if each.Verdict == "fail" {
			t.Fail()
		}
	}
}
