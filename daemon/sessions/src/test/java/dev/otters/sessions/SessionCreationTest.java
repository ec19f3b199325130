package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.Json;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.ClientTool;
import dev.otters.api.session.NewSession;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionCreationTest extends SessionBench {
  private static final ClientTool WEATHER = CustomBench.tool("weather");

  private SessionId create(NewSession wanted) {
    return kit.sessions.creation().create(kit.agent, wanted, Optional.empty(), tx -> {});
  }

  private static NewSession wanted(String request, String session, ClientTool... tools) {
    return new NewSession(
        request,
        session,
        "Trip",
        Map.of("team", "web"),
        new BudgetRequest("1000", "2.50"),
        List.of(tools));
  }

  private String refused(NewSession wanted, Code code) {
    List<SessionView> before = all();
    String[] said = {""};
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> create(wanted))
        .satisfies(
            e -> {
              assertThat(e.code()).isEqualTo(code);
              said[0] = e.getMessage();
            });
    assertThat(all()).isEqualTo(before);
    return said[0];
  }

  private List<SessionView> all() {
    return kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 100);
  }

  @Test
  void aSessionHasWhatItWasCreatedWith() {
    SessionId id = create(wanted("r1", "trip", WEATHER));

    SessionView view = kit.service().find(kit.agent, id).orElseThrow();
    assertThat(view.title()).isEqualTo("Trip");
    assertThat(view.labels()).isEqualTo(Map.of("team", "web"));
    assertThat(view.tools()).containsExactly("weather");
    assertThat(all()).containsExactly(view);
    assertThat(view.tokens()).hasValue(1000);
    assertThat(kit.sessions.budgets().show(kit.agent, id).tokenLimit()).isEqualTo(1000);
    assertThat(kit.sessions.budgets().show(kit.agent, id).costLimitNanos())
        .isEqualTo(2_500_000_000L);
  }

  @Test
  void aSessionWithoutATitleGetsThatOfItsFirstMessage() {
    SessionId id = create(new NewSession("r1", null, null, Map.of(), null, List.of()));
    assertThat(id.value()).startsWith("api:");

    kit.say(id, "Where to?");
    kit.say(id, "And when?");

    assertThat(kit.service().find(kit.agent, id).orElseThrow().title()).isEqualTo("Where to?");
  }

  @ParameterizedTest
  @CsvSource({"_x, .x", ".x, _x", "..., _.."})
  void aSessionThatWouldShareTheFoldersOfAnotherIsRefused(String first, String second) {
    kit.say(new SessionId(first), "Hello");
    kit.say(new SessionId(first), "again");

    assertThat(refused(wanted("r1", second), Code.NAME_TAKEN))
        .isEqualTo("session %s would share its folders with session %s".formatted(second, first));
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.say(new SessionId(second), "Hello"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.NAME_TAKEN));
    kit.say(new SessionId("_"), "Hello");
    kit.say(new SessionId("_."), "Hello");
    kit.say(new SessionId(second + "y"), "Hello");
  }

  @Test
  void aRepeatedRequestCreatesOneSession() {
    NewSession wanted = wanted("r1", null, WEATHER);
    assertThat(create(wanted)).isEqualTo(create(wanted));
    assertThat(all()).hasSize(1);

    assertThat(refused(wanted("r1", null), Code.CONFLICT)).contains("r1");
  }

  @Test
  void theOrderOfMembersDoesNotMatterWhenARequestIsRepeated() {
    NewSession wanted = wanted("r1", null, described(new TreeMap<>(schema())));
    NewSession again =
        wanted("r1", null, described(new TreeMap<String, Object>(schema()).descendingMap()));
    assertThat(Json.write(wanted)).isNotEqualTo(Json.write(again));

    assertThat(create(wanted)).isEqualTo(create(again));
  }

  private static Map<String, Object> schema() {
    return Map.of("type", "object", "title", "City", "description", "A city.");
  }

  private static ClientTool described(Map<String, Object> schema) {
    return new ClientTool("weather", "The weather.", schema);
  }

  @Test
  void anIdOrNameThatExistsIsRefused() {
    kit.say("hello");
    assertThat(kit.service().rename(kit.agent, kit.session, new SessionId("trip")))
        .isEqualTo(kit.session);

    assertThat(refused(wanted("r1", kit.session.value()), Code.NAME_TAKEN))
        .isEqualTo("session cli:chat:1 already exists");
    assertThat(refused(wanted("r2", "trip"), Code.NAME_TAKEN)).contains("trip");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    kit.directory.tools = List.of(new ToolSchema("sh", "A shell.", ToolSchema.BIN_INPUT));
    ClientTool broken = new ClientTool("broken", "x", Map.of("type", "object", "$ref", "http://x"));
    NewSession wanted =
        new NewSession(
            "r 1",
            "..",
            "x".repeat(201),
            Map.of("a b", "c"),
            new BudgetRequest("many", "-1"),
            List.of(
                CustomBench.tool("sh"),
                CustomBench.tool("wake-schedule"),
                WEATHER,
                WEATHER,
                broken,
                new ClientTool(null, null, null)));

    assertThat(refused(wanted, Code.INVALID))
        .contains(
            "the id of the request must be",
            "a session id or name has",
            "the title must be one line",
            "the key of a label must be",
            "the budget of tokens must be",
            "the budget of cost must be",
            "tool sh has the name of one of the agent's own tools",
            "tool wake-schedule has the name",
            "two tools with the name weather",
            "tool broken: the schema refers to another document",
            "the name of tool 6 must be",
            "tool 6: the description must have",
            "tool 6: the schema must be a JSON Schema with");
  }

  @Test
  void secretsAreHidden() {
    kit.directory.redactor = text -> text.replace("hunter2hunter2", "(secret)");
    ClientTool tool =
        new ClientTool(
            "weather",
            "The key is hunter2hunter2.",
            Map.of("type", "object", "description", "hunter2hunter2"));
    SessionId id =
        create(
            new NewSession(
                "r1",
                "trip",
                "hunter2hunter2",
                Map.of("key", "hunter2hunter2"),
                null,
                List.of(tool)));

    SessionView view = kit.service().find(kit.agent, id).orElseThrow();
    assertThat(view.title() + view.labels()).isEqualTo("(secret){key=(secret)}");
    assertThat(
            kit.database.<String>read(
                rows ->
                    rows.first("SELECT tools FROM session_setups", row -> row.text("tools"))
                        .orElseThrow()))
        .contains("The key is (secret).")
        .doesNotContain("hunter2");
  }

  @Test
  void toolsHaveLimits() {
    assertThat(refused(tools(Collections.nCopies(65, WEATHER)), Code.INVALID))
        .contains("it has more than 64 tools");
    ClientTool[] large = new ClientTool[20];
    for (int i = 0; i < large.length; i++) {
      large[i] = new ClientTool("t" + i, "x".repeat(4000), CustomBench.SCHEMA);
    }
    assertThat(refused(wanted("r1", null, large), Code.INVALID))
        .contains("its tools have more than 64 KiB together");
  }

  private static NewSession tools(List<ClientTool> tools) {
    return new NewSession("r1", null, null, Map.of(), null, tools);
  }
}
