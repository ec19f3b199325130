package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.substrate.Content;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.catalog.Catalog;
import dev.otters.sessions.catalog.CatalogFile;
import dev.otters.sessions.catalog.CatalogFolder;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import dev.otters.sessions.log.Streams;
import dev.otters.sessions.outcome.Seen;
import dev.otters.sessions.resource.FileTools;
import dev.otters.sessions.schema.AnswerSchema;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CatalogTest extends SessionBench {
  private static final String OWNER = "runtime";

  private static final ToolCall PROMOTE =
      new ToolCall("c1", "resources_promote_to_substrate", "{\"sourcePath\":\"SOUL.md\"}");

  private final Shelf shelf = new Shelf();
  private Activation last;

  /** Keeps the catalogs in memory. */
  static final class Shelf implements CatalogFolder {
    final Map<String, Map<String, String>> sessions = new ConcurrentHashMap<>();
    volatile boolean full;

    @Override
    public List<CatalogFile> setup(UUID agent, SessionId session) {
      return List.of(new CatalogFile("environment.json", "{}"));
    }

    @Override
    public void write(UUID agent, SessionId session, List<CatalogFile> files) throws IOException {
      if (full) {
        throw new IOException("No space left on device");
      }
      Map<String, String> own = sessions.computeIfAbsent(session.value(), _ -> new HashMap<>());
      files.forEach(file -> own.put(file.name(), file.text()));
    }

    @Override
    public void remove(Tx tx, UUID agent, SessionId session, boolean working) {
      tx.afterCommit(() -> sessions.remove(session.value()));
    }
  }

  @BeforeEach
  void openShelf() {
    kit.sessions.catalog(shelf);
    kit.turns().connect(kit.agent, OWNER, List.of());
  }

  private Activation begin() throws InterruptedException {
    last = kit.turns().lease(kit.agent, OWNER);
    return last;
  }

  /** Returns the catalogs after the updates of the last turn. */
  private Map<String, Map<String, String>> catalogs() {
    kit.sessions.steps().awaitCatalog(kit.step(last, 1));
    return shelf.sessions;
  }

  private JsonNode file(String name) {
    return Bodies.read(catalogs().get(kit.session.value()).get(name + ".json"));
  }

  private static Optional<String> problem(String name, String text) throws IOException {
    Path schemas = Path.of(System.getProperty("otters.root", "../.."), "docs/catalog");
    return AnswerSchema.problem(Files.readString(schemas.resolve(name + ".schema.json")), text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "managed-tools",
        "permissions",
        "agent-setup",
        "context-budget",
        "session-status",
        "event-feed",
        "wake-traces",
        "outcome",
        "outcome-grade",
        "outcome-evaluations"
      })
  void eachFileMatchesItsSchemaDuringATurnAndAfterIt(String name) throws Exception {
    Instant now = kit.time.now();
    WakePlan plan =
        WakePlan.once(now.plusSeconds(60), now, "look", Optional.empty(), WakePriority.HIGH);
    kit.say("hello");
    kit.sessions.wakes().schedule(kit.agent, kit.session, plan, tx -> {});

    Activation turn = begin();
    assertThat(problem(name, file(name).toString())).isEmpty();

    kit.answer(turn, "hi");
    assertThat(problem(name, file(name).toString())).isEmpty();

    kit.sessions.outcomes().define(kit.agent, kit.session, report());
    assertThat(problem(name, file(name).toString())).isEmpty();
    OutcomeEvaluation unused = kit.sessions.outcomes().evaluate(kit.agent, kit.session);
    assertThat(problem(name, file(name).toString())).isEmpty();
    assertThat(problem(name, "{\"other\": 1}")).isPresent();
  }

  @Test
  void theFilesAreThoseOfTheMomentBeforeATurnAndAfterIt() throws Exception {
    kit.say("hello");
    Activation turn = begin();

    assertThat(file("session-status").path("status").asString()).isEqualTo("running");
    assertThat(file("session-status").at("/turn/id").asString()).isEqualTo(turn.turn());
    assertThat(file("event-feed").path("pending").asInt()).isEqualTo(1);
    assertThat(file("event-feed").toString()).contains("\"preview\":\"hello\"");

    kit.answer(turn, "good morning");

    assertThat(file("session-status").path("status").asString()).isEqualTo("idle");
    assertThat(file("session-status").path("turns").asInt()).isEqualTo(1);
    assertThat(file("event-feed").path("pending").asInt()).isZero();
    assertThat(file("event-feed").toString()).contains("\"preview\":\"good morning\"");
    assertThat(file("wake-traces").at("/traces/0/outcome").asString()).isEqualTo("answered");
    assertThat(catalogs().get(kit.session.value()).get("event-feed.md"))
        .startsWith("# Newest events\n\n- count: ")
        .contains("type agent.message", "preview good morning");
  }

  @Test
  void theEndOfARuntimeIsShown() throws Exception {
    kit.say("hello");
    Activation turn = begin();
    assertThat(file("session-status").at("/turn/failedAttempts").asInt()).isZero();

    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);

    assertThat(file("session-status").at("/turn/id").asString()).isEqualTo(turn.turn());
    assertThat(file("session-status").at("/turn/state").asString()).isEqualTo("ready");
    assertThat(file("session-status").at("/turn/failedAttempts").asInt()).isEqualTo(1);
  }

  private static OutcomeDefinition report() {
    OutcomeCheck check =
        new OutcomeCheck("/workspace/report", false, "Total: [0-9]+", null, null, null);
    return new OutcomeDefinition(
        "A secret report",
        "More secret",
        List.of(
            new OutcomeCriterion("It has a secret total.", check),
            new OutcomeCriterion("It is right.", null)));
  }

  @Test
  void theOutcomeIsThatOfTheLatestEvaluation() throws Exception {
    kit.say("hello");
    kit.answer(begin(), "hi");
    assertThat(file("outcome").has("activeOutcome")).isFalse();
    assertThat(file("outcome-grade").path("status").asString()).isEqualTo("missing_outcome");

    kit.sessions.outcomes().define(kit.agent, kit.session, report());
    assertThat(file("outcome").at("/activeOutcome/title").asString()).isEqualTo("A secret report");
    assertThat(file("outcome").at("/activeOutcome/criteria/0/file").asString())
        .isEqualTo("/workspace/report");
    assertThat(file("outcome").at("/activeOutcome/criteria/1/decidedBy").asString())
        .isEqualTo("operator");
    assertThat(file("outcome-grade").path("status").asString()).isEqualTo("not_evaluated");

    kit.directory.files.put("/workspace/report", new Seen.Whole(Content.of("Total: 3")));
    for (int i = 0; i < 14; i++) {
      OutcomeEvaluation unused = kit.sessions.outcomes().evaluate(kit.agent, kit.session);
    }
    assertThat(file("outcome-grade").path("status").asString()).isEqualTo("blocked");
    assertThat(file("outcome-grade").at("/grade/evaluation/met").asInt()).isEqualTo(1);
    assertThat(file("outcome-grade").at("/grade/findings/0/text").asString())
        .isEqualTo("It has a secret total.");
    assertThat(file("outcome-evaluations").path("count").asInt()).isEqualTo(14);
    assertThat(file("outcome-evaluations").path("evaluations").size()).isEqualTo(12);
    assertThat(file("outcome-evaluations").at("/evaluations/0/number").asInt()).isEqualTo(14);

    kit.sessions.outcomes().remove(kit.agent, kit.session);
    assertThat(file("outcome-grade").path("status").asString()).isEqualTo("missing_outcome");
    assertThat(file("outcome-evaluations").path("count").asInt()).isEqualTo(14);
  }

  @Test
  void aCallThatWaitsForTheOperatorIsShown() throws Exception {
    kit.directory.tools = FileTools.SCHEMAS;
    kit.directory.options = Map.of(Gate.OWN_TOOLS, PROMOTE.name());
    kit.say("hello");
    Activation turn = begin();
    Completion completion =
        new Completion("", List.of(PROMOTE), StopReason.TOOL_USE, SessionKit.USAGE);
    assertThat(kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion))
        .isEqualTo(new Answer.Run(List.of()));

    assertThat(kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Paused()));

    JsonNode status = file("session-status");
    assertThat(status.path("status").asString()).isEqualTo("requires_action");
    assertThat(status.at("/waiting/0/tool").asString()).isEqualTo(PROMOTE.name());
    assertThat(status.at("/waiting/0/on").asString()).isEqualTo("operator");
    assertThat(problem("session-status", status.toString())).isEmpty();
  }

  @Test
  void theFilesHaveTheirLimitsHoweverLongASessionIs() throws Exception {
    String text = "é\n".repeat(20_000);
    for (int i = 0; i < 40; i++) {
      kit.say(i % 2 == 0 ? text : "x".repeat(5_000));
      kit.answer(begin(), "y".repeat(1_000));
    }

    assertThat(file("event-feed").path("events").size()).isEqualTo(32);
    assertThat(file("wake-traces").path("traces").size()).isEqualTo(24);
    assertThat(file("wake-traces").path("count").asInt()).isEqualTo(40);
    assertThat(problem("event-feed", file("event-feed").toString())).isEmpty();
    assertThat(catalogs().get(kit.session.value()).values())
        .allMatch(file -> file.length() < 32 << 10);
  }

  @Test
  void aSessionWithGrantsShowsNoTexts() throws Exception {
    kit.directory.grants = Grants.parse("app/tenant");
    kit.say("our secret plan");
    Activation turn = begin();
    kit.answer(turn, "a secret answer");
    kit.sessions.outcomes().define(kit.agent, kit.session, report());
    OutcomeEvaluation unused = kit.sessions.outcomes().evaluate(kit.agent, kit.session);

    assertThat(catalogs().get(kit.session.value()).values())
        .noneMatch(file -> file.contains("secret"));
    assertThat(file("event-feed").path("events").size()).isPositive();
    assertThat(file("outcome-grade").at("/grade/findings/0/result").asString())
        .isEqualTo("missing");

    Grants left = kit.service().revoke(kit.agent, kit.session, kit.directory.grants);
    kit.sessions.outcomes().define(kit.agent, kit.session, report());
    assertThat(left.isEmpty()).isTrue();
    assertThat(file("outcome-grade").path("status").asString()).isEqualTo("not_evaluated");
    assertThat(catalogs().get(kit.session.value()).values())
        .noneMatch(file -> file.contains("secret"));
  }

  @Test
  void aLateUpdateOfAnEarlierTurnShowsTheNewestOne() throws Exception {
    kit.say("hello");
    Activation first = begin();
    kit.answer(first, "hi");
    kit.say("more");
    Activation second = begin();

    assertThat(file("session-status").at("/turn/id").asString()).isEqualTo(second.turn());
    try (Catalog catalog = catalog(kit.database)) {
      catalog.update(kit.agent, first.id());
      catalog.await(first.id());
    }

    assertThat(file("session-status").at("/turn/id").asString()).isEqualTo(second.turn());
  }

  @Test
  void anUpdateThatCannotReadTheDatabaseFailsNothingElse() {
    Database closed = Database.open(folder.resolve("closed.db"));
    closed.close();

    try (Catalog catalog = catalog(closed)) {
      assertThatCode(() -> catalog.update(kit.agent, kit.session)).doesNotThrowAnyException();
    }
  }

  private Catalog catalog(Database database) {
    SessionRows rows = new SessionRows(kit.time, new EventLog(kit.time, new Streams()));
    Catalog catalog = new Catalog(database, new ActivationRows(kit.time), rows);
    catalog.open(shelf);
    return catalog;
  }

  @Test
  void aRemovedSessionHasNoCatalog() throws Exception {
    kit.say("hello");
    kit.answer(begin(), "hi");
    assertThat(catalogs()).containsKey(kit.session.value());

    kit.sessions.removal().remove(kit.agent, kit.session, false);

    assertThat(catalogs()).isEmpty();
  }

  @Test
  void aFullDiskStopsNoTurn() throws Exception {
    shelf.full = true;
    kit.say("hello");

    Activation turn = begin();
    kit.turns().ack(kit.agent, turn.id(), turn.fence(), new Outcome.Answered("hi"));

    assertThat(catalogs()).isEmpty();
    assertThat(kit.view().turns()).isEqualTo(1);
  }
}
