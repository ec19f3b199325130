package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.home.text.Secrets;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Secrets in what a runtime sends. */
class SecretsTest extends WireKitTest {
  private static final String KEY = "sk-of-a-provider";
  private static final String VARIABLE = "of-the-operator";

  @AutoClose private Secrets table;
  private RuntimeClient runtime;
  private List<String> secrets;
  private String all;

  @BeforeEach
  void connect() throws IOException {
    table = new Secrets(kit.tokens::redact);
    table.keys(List.of(KEY));
    table.agent(kit.agent, List.of(VARIABLE));
    kit.directory.redactor = table.of(kit.agent);
    String first = kit.token();
    runtime = kit.connect();
    String next = runtime.hello(first).token();
    String operator = kit.tokens.operator(Optional.empty());
    secrets = List.of(KEY, VARIABLE, first, next, operator);
    all = "a " + String.join(" b ", secrets);
  }

  private Activation call() {
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    var unused = kit.use(runtime, turn, 1);
    return turn;
  }

  private String bodies(EventType type) {
    return kit.sessions.service().events(kit.agent, kit.session, 0, 100).stream()
        .filter(event -> event.type() == type)
        .map(SessionEvent::body)
        .toList()
        .toString();
  }

  private void assertHidden(String text) {
    assertThat(text)
        .contains("a (secret) b (secret) b (secret) b (secret) b (secret)")
        .doesNotContain(secrets);
  }

  @Test
  void aResultHasNoSecretsAndTheNameOfTheToolThatTheModelCalled() {
    Activation turn = call();
    EventBody.ToolResult result =
        new EventBody.ToolResult(
            "c1", "forged", 0, all, all, 5, true, Optional.of(all), true, Optional.of(all));
    var unused = runtime.call(new Call.Result(turn.id(), turn.fence(), 1, result));

    String stored = bodies(EventType.TOOL_RESULT);
    assertHidden(stored);
    assertThat(stored).contains("\"name\":\"sh\"").doesNotContain("forged");
    assertThat(stored.split("a \\(secret\\)", -1)).hasSize(5);
  }

  @Test
  void theSentenceOfARuntimeThatGivesUpHasNoSecrets() {
    Activation turn = call();
    Outcome.Failed failed = new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, all);
    var unused = runtime.call(new Call.Release(turn.id(), turn.fence(), failed));

    assertHidden(kit.error());
  }

  @Test
  void theLastWordsOfARuntimeHaveNoSecrets() {
    var unused = runtime.call(new Call.Fatal("init", all));

    assertHidden(kit.directory.heard.toString());
  }

  @Test
  void thePromptHasNoSecrets() {
    var unused = runtime.call(new Call.Ready(List.of(new Block("AGENT", all, all))));

    assertHidden(kit.directory.blocks.toString());
  }
}
