package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.Progress;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.HostChanges;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest extends CommandTest {
  private static final String ROUTE = "POST /v1/agents/bob/update";

  @Test
  void everyOptionIsInTheRequest() throws IOException {
    Path docs = Files.createDirectory(bench.folder().resolve("docs"));
    Files.writeString(bench.folder().resolve("env"), "FROM_FILE=1\n");
    daemon.work(ROUTE, Given.agent("bob"));
    Bench.Run run =
        bench.run(
            "update --image guide:2 --model a/b -e A=1 --env-file env --env-rm B --config trace=off"
                .concat(" --budget day-cost=2 --label x=y --label-rm z --memory 1g --cpus 2")
                .concat(" --pids 9 --shm-size 1m -v ./docs:/docs:ro --mount-rm /old")
                .concat(
                    " --allow-host a.example --allow-host *.b.example --allow-host-rm c.example")
                .concat(" --restart no --allow-sensitive bob")
                .split(" "));

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("updated bob\n");
    assertThat(Json.read(daemon.requests().getFirst().text(), UpdateRequest.class))
        .isEqualTo(
            new UpdateRequest(
                "guide:2",
                "a/b",
                Map.of("FROM_FILE", "1", "A", "1"),
                List.of("B"),
                List.of(new MountRequest(docs.toString(), "/docs", null, true)),
                List.of("/old"),
                true,
                new RequestedLimits(1L << 30, 2.0, 9, 1L << 20),
                Map.of("x", "y"),
                List.of("z"),
                "no",
                Map.of("trace", "off", "budget-day-cost", "2"),
                new HostChanges(List.of("a.example", "*.b.example"), List.of("c.example"))));
  }

  @Test
  void theReasonOfAWaitIsANote() {
    daemon.work(
        ROUTE,
        Given.agent("bob"),
        new Progress("the change waits", "notice", 0, 0),
        new Progress("bob", "ready", 0, 0));
    Bench.Run run = bench.run("update", "--pids", "9", "bob");
    assertThat(run.err()).isEqualTo("note: the change waits\nready bob\n");
  }

  @Test
  void jsonIsTheWholeAgent() {
    daemon.work(ROUTE, Given.agent("bob"));
    String out = bench.run("update", "--pids", "9", "bob", "-o", "json").out();
    assertThat(Json.read(out, AgentView.class)).isEqualTo(Given.agent("bob"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bob",
        "--allow-sensitive bob",
        "--name x bob",
        "--network none bob",
        "--executor docker bob",
        "--memory much bob",
        "--pids 0 bob",
        "--budget week-cost=1 bob",
        "--label x bob",
        "-e =1 bob",
        "-v x:/y bob"
      })
  void aWrongOptionIsRefusedBeforeTheDaemonIsAsked(String words) {
    Bench.Run run = bench.run(("update " + words).split(" "));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("See 'otters update --help'.");
    assertThat(daemon.requests()).isEmpty();
  }
}
