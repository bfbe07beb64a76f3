import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * One test for each check of the Plant Store contract, and one test for the run itself. If the kit is not
 * installed, run "npm install --save-dev plant-store-kit" in this repository.
 */
class ContractTest {
  private static final String BASE_URL =
      System.getenv().getOrDefault("BASE_URL", "http://127.0.0.1:8080");

  // The token is in PLANT_STORE_TOKEN. To start the server from here, add "--start" and the server's command.
  private static final List<String> COMMAND =
      List.of("npx", "--no-install", "plant-store-kit", "verify", BASE_URL, "--report", "ndjson");

  @TestFactory
  Stream<DynamicTest> keepsTheContract() throws Exception {
    Process process = new ProcessBuilder(COMMAND).redirectError(Redirect.INHERIT).start();
    byte[] output = process.getInputStream().readAllBytes();
    List<JsonNode> lines = new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(output).readAll();
    int exitCode = process.waitFor();
    if (lines.isEmpty())
      fail("exit code " + exitCode + ". Is the kit installed? npm install --save-dev plant-store-kit");
    return lines.stream().map(line -> dynamicTest(line.path("check").asText("run"), () -> judge(line)));
  }

  private static void judge(JsonNode line) {
    String verdict = line.path("verdict").asText();
    JsonNode baseline = line.path("baseline");
    if (!line.path("reasons").isEmpty()) fail(line.path("reasons").toPrettyString());
    if (!baseline.path("problems").isEmpty()) fail(baseline.path("problems").toPrettyString());
    if (verdict.equals("not-exercised") || verdict.equals("inconclusive")) abort(line.path("note").asText());
    if (baseline.path("status").asText().equals("listed")) abort("accepted: " + baseline.path("reason").asText());
    if (verdict.equals("fail")) fail(describe(line));
    if (verdict.equals("warn")) System.out.println(describe(line));
  }

  private static String describe(JsonNode finding) {
    StringBuilder text = new StringBuilder(finding.path("title").asText());
    for (JsonNode violation : finding.path("violations"))
      text.append("\n  ").append(violation.path("message").asText())
          .append("\n    expected: ").append(violation.path("expected").asText())
          .append("\n    actual:   ").append(violation.path("actual").asText());
    text.append("\nwhen: ").append(finding.path("when").asText());
    text.append("\nfix:  ").append(finding.path("fix").asText());
    return text.append("\n").append(finding.at("/evidence/0/curl").asText()).toString();
  }
}
