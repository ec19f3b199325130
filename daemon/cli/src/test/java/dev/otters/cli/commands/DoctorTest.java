package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderView;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.VersionView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DoctorTest extends CommandTest {
  @BeforeEach
  void start() {
    daemon.answer("GET /v1/version", new VersionView("1.2.3", 1, 1, "25"));
    daemon.answer(
        "GET /v1/providers",
        new ProviderList(List.of(ProviderView.builtIn("scripted")), "/f", null, List.of()));
  }

  private void found(CheckView... checks) {
    daemon.answer("GET /v1/doctor", DoctorView.of(List.of(checks)));
  }

  @Test
  void whenNothingIsMissingItSaysSoAndEndsWithZero() {
    found(CheckView.ok("home", "/h"), CheckView.note("ollama", "answers", "otters provider add"));
    Bench.Run run = bench.run("doctor");
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("ok       daemon: 1.2.3 answers at unix:")
        .contains("note     ollama: answers\n         → otters provider add\n")
        .endsWith("A first run is possible.\n");
  }

  @Test
  void whatIsMissingHasItsRemedyAndEndsWithOne() {
    found(CheckView.problem("model", "none\nat all", "otters model pull smollm2-135m\nOr: add"));
    Bench.Run run = bench.run("doctor");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "problem  model: none\n           at all\n",
            "         → otters model pull smollm2-135m\n           Or: add\n")
        .endsWith("One thing is missing.\n");
    DoctorView json = Json.read(bench.run("doctor", "-o", "json").out(), DoctorView.class);
    assertThat(json.ready()).isFalse();
    assertThat(json.checks()).extracting(CheckView::name).containsExactly("daemon", "model");
  }

  @Test
  void aKeyInTheEnvironmentOfTheCommandIsOfferedWithoutItsValue() {
    found(CheckView.note("key OPENAI_API_KEY", "daemon has it", "otters provider add x"));
    Bench.Run run = bench.variable("OPENAI_API_KEY", "sk-secret").run("doctor");
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("otters provider add openai --api-key-env OPENAI_API_KEY")
        .doesNotContain("sk-secret", "provider add x");
  }

  @Test
  void aDaemonOfAnotherVersionIsAProblem() {
    daemon.answer("GET /v1/version", new VersionView("0.9", 1, 1, "25"));
    found();
    assertThat(bench.run("doctor").out()).contains("version 0.9 answers", "has version 1.2.3");
  }

  @Test
  void withoutADaemonItSaysWhy() throws IOException {
    daemon.stop();
    Bench.Run run = bench.run("doctor");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .startsWith("problem  daemon: no daemon answers")
        .contains("ottersd serve");
  }
}
