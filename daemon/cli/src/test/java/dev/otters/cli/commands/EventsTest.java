package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Streams;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEvent.Details;
import dev.otters.api.agent.AgentEventType;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventsTest extends CommandTest {
  private static final Instant T0 = Instant.parse("2026-11-23T12:00:00.250Z");

  private static AgentEvent event(int second, AgentEventType type, Details details) {
    return new AgentEvent(
        T0.plusSeconds(second),
        type,
        Given.ID,
        "bob",
        "guide:1",
        "docker",
        Map.of("team", "web"),
        details);
  }

  private static final AgentEvent START = event(0, AgentEventType.START, Details.NONE);
  private static final AgentEvent DIE =
      event(
          1,
          AgentEventType.DIE,
          new Details(137, null, "the runtime was ended by \u001b[2JSIGKILL", null));
  private static final AgentEvent LOST =
      new AgentEvent(
          T0.plusSeconds(2),
          AgentEventType.ENGINE_LOST,
          null,
          null,
          null,
          "docker",
          Map.of(),
          Details.NONE);

  private void given(AgentEvent... events) {
    daemon.on(
        "GET /v1/events",
        (request, reply) -> {
          reply.stream();
          for (AgentEvent event : events) {
            reply.event(null, Streams.AGENT, event);
          }
          reply.end();
        });
  }

  @Test
  void eachEventIsALine() {
    given(START, DIE, LOST);
    Bench.Run run = bench.run("events");
    assertThat(run.exit()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "2026-11-23T12:00:00.250Z start bob (id=861068161a2b, image=guide:1)",
            "2026-11-23T12:00:01.250Z die bob (id=861068161a2b, image=guide:1, exitCode=137,"
                + " message=the runtime was ended by ·[2JSIGKILL)",
            "2026-11-23T12:00:02.250Z engine-lost (executor=docker)");
  }

  @Test
  void eachEventIsADocumentOfItsOwn() {
    given(START, LOST);
    assertThat(bench.run("events", "-o", "json").out().lines())
        .containsExactly(
            "{\"time\":\"2026-11-23T12:00:00.250Z\",\"event\":\"start\",\"id\":\""
                + Given.ID
                + "\",\"name\":\"bob\",\"image\":\"guide:1\",\"executor\":\"docker\","
                + "\"labels\":{\"team\":\"web\"}}",
            "{\"time\":\"2026-11-23T12:00:02.250Z\",\"event\":\"engine-lost\","
                + "\"executor\":\"docker\",\"labels\":{}}");
    assertThat(bench.run("events", "-o", "yaml").out().lines())
        .filteredOn("---"::equals)
        .hasSize(2);
    assertThat(bench.run("events", "--format", "{{.event}} {{.labels.team}}").out())
        .startsWith("start web\n");
    assertThat(bench.run("events", "--format", "json").out().lines()).hasSize(2);
  }

  @Test
  void theOptionsAreTheDaemonsParameters() {
    given();
    Bench.Run run =
        bench.run(
            "events",
            "--since=2026-11-23T12:00:00Z",
            "--until=2026-11-23T13:00:00Z",
            "-f",
            "event=die",
            "--filter=event=oom",
            "-f",
            "agent=bob",
            "-f",
            "label=team=web");
    assertThat(run.exit()).isZero();
    assertThat(daemon.requests().getLast().line())
        .isEqualTo(
            "GET /v1/events?event=die&event=oom&agent=bob&label=team=web"
                + "&since=2026-11-23T12:00:00Z&until=2026-11-23T13:00:00Z");
  }

  @Test
  void aBrokenStreamGoesOnWhereItBroke() {
    AtomicInteger connections = new AtomicInteger();
    AgentEvent sameTime = event(1, AgentEventType.STOP, Details.NONE);
    daemon.on(
        "GET /v1/events",
        (request, reply) -> {
          reply.stream();
          if (connections.incrementAndGet() == 1) {
            reply.event(null, Streams.AGENT, START);
            reply.event(null, Streams.AGENT, DIE);
          } else {
            reply.event(null, Streams.AGENT, DIE);
            reply.event(null, Streams.AGENT, sameTime);
            reply.end();
          }
        });
    assertThat(bench.run("events", "--format", "{{.event}}").out()).isEqualTo("start\ndie\nstop\n");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET /v1/events?since=2026-11-23T12:00:01.250Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--filter=agnt=bob | unknown key 'agnt' | Did you mean 'agent'?",
        "--filter=event=dye | unknown event | Did you mean 'die'? Use one of create, start,",
        "--filter=event | expected event=VALUE | ''",
        "--since=yesterday | --since 'yesterday': expected a span | ''",
        "--until=later | --until 'later': expected a span | ''",
        "--format=table {{.event}} | a table needs all rows at once | Leave out the word 'table'.",
      })
  void aWrongOptionIsRefused(String option, String problem, String remedy) {
    given(START);
    Bench.Run run = bench.run("events", option);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(problem, remedy);
    assertThat(run.out()).isEmpty();
  }
}
