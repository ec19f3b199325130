package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.system.VersionView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest extends CommandTest {
  private void twoAgents() {
    daemon.answer("GET /v1/agents", Given.readyBobAndStartingAnn());
  }

  @Test
  void aTemplatePrintsALineForEachRow() {
    twoAgents();
    assertThat(bench.run("ps", "--format", "{{.Name}}={{.status}}").out())
        .isEqualTo("bob=ready\nann=starting\n");
    assertThat(bench.run("ps", "-q", "--format", "json").out().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"id\":\""));
  }

  @Test
  void aTableHasTheFieldsAsTitles() {
    twoAgents();
    assertThat(bench.run("ps", "--format", "table {{.Name}}\\t{{.Status}}").out())
        .isEqualTo("NAME   STATUS\nbob    ready\nann    starting\n");
    assertThat(bench.run("ps", "--format", "table").out())
        .isEqualTo(bench.run("ps").out())
        .startsWith("ID ");
  }

  @Test
  void anObjectIsShownOnceAndAListOfNamesEach() {
    daemon.answer("GET /v1/agents/bob", Given.agent("bob"));
    assertThat(bench.run("inspect", "-f", "{{.name}} {{len .labels}}", "bob", "bob").out())
        .isEqualTo("bob 0\nbob 0\n");
    daemon.answer("GET /v1/version", new VersionView("1.2.3", 1, 1, "25"));
    assertThat(bench.run("version", "--format", "{{.client}}").out()).isEqualTo("1.2.3\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{.Nmae}} | --format: unknown field '.Nmae' | Did you mean '.name'?",
        "table {{.nam | --format: '{{' is not closed | Add '}}'.",
      })
  void aWrongTemplateIsWrongUsage(String template, String error, String remedy) {
    twoAgents();
    Bench.Run run = bench.run("ps", "--format", template);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("otters: " + error + "\n  " + remedy + "\n");
  }

  @Test
  void onlyOneFormatIsAccepted() {
    assertThat(bench.run("ps", "--format", "x", "--output", "json").err())
        .contains("--output and --format exclude each other");
    assertThat(bench.run("ps", "--format", "").err()).contains("--format is empty");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void yamlHoldsWhatJsonHoldsAlsoForAFailure() {
    twoAgents();
    assertThat(bench.run("ps", "--output", "yaml").out()).startsWith("- id: ").contains("\n- id: ");
    daemon.refuse("GET /v1/agents/bob", Problem.of(ErrorCode.NOT_FOUND, "no agent bob", null));
    assertThat(bench.run("inspect", "-oyaml", "bob").out())
        .startsWith("problem:\n  status: 404\n")
        .contains("title: \"no agent bob\"");
  }
}
