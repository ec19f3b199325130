package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Looks for a provider's key, in any writing, wherever a turn that used it may have left it: in
 * debug logs, the home, the agent's files and environment, and all that the daemon answers.
 */
@Tag("docker")
class KeyAbsenceTest {
  private static final List<String> ASKED =
      List.of(
          "/v1/info",
          "/v1/doctor",
          "/v1/version",
          "/v1/providers",
          "/v1/models",
          "/v1/images",
          "/v1/bins",
          "/v1/agents?all=true",
          "/v1/agents/asker",
          "/v1/agents/asker/logs",
          "/v1/agents/asker/sessions/s/events",
          "/v1/agents/refused/sessions/s/events");
  private static final String WRONG = "sk-wrong+0123456789/abcdef";
  private static final String[] WRITINGS = Traces.writings(FakeVendor.KEY, WRONG);

  private FakeVendor vendor;
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    otters = Otters.fresh();
    Traces.logEverything(otters);
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    vendor.close();
  }

  @Test
  void aKeyThatWasUsedIsInItsFileAndNowhereElse() throws Exception {
    vendor.add(otters, "work", FakeVendor.KEY).ok();
    vendor.add(otters, "bad", WRONG).ok();
    Path context =
        otters.agentfile(
            "asker",
            """
            FROM scratch
            NAME asker
            MODEL work/small
            CONTEXT SOUL "Who you are" <<SOUL
            You answer.
            SOUL
            BIN sh otters/tools/sh:latest "A shell."
            """);
    otters.run("run", context.toString()).ok();
    assertThat(otters.run("prompt", "-s", "s", "asker", "Are you there?").ok()).contains("ready");
    otters.run("run", "--name", "refused", "--model", "bad/small", context.toString()).ok();
    Run failed = otters.run("prompt", "-s", "s", "refused", "And you?");
    assertThat(failed.code()).as("%s", failed).isNotZero();

    List<String> said = new ArrayList<>(List.of(failed.out(), failed.err()));
    for (String path : ASKED) {
      said.add(Traces.answer(otters, path));
    }
    said.add(otters.run("inspect", "asker", "--output", "json").ok());
    otters.containers().forEach(container -> said.add(Traces.described(container.getId())));
    assertThat(said).hasSizeGreaterThan(ASKED.size() + 4);
    assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(WRITINGS));
    assertThat(Otters.read(Traces.log(otters))).contains("DEBUG dev.otters");
    assertThat(Trees.filesWith(otters.home(), WRITINGS))
        .containsExactly(otters.home().resolve("providers.yaml"));
  }
}
