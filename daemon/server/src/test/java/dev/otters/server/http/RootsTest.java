package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.resource.AttachmentList;
import dev.otters.api.resource.AttachmentView;
import dev.otters.api.session.GrantRevocation;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionGrants;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.system.NewToken;
import dev.otters.api.system.TokenIssued;
import dev.otters.api.system.TokenList;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that are bound to namespaces, and grants that are taken away. */
class RootsTest {
  private static final String SESSIONS = "/v1/agents/bob/sessions/";
  private static final List<String> READS_AND_INTERRUPT =
      List.of("GET %s", "GET %s/events", "GET %s/status", "GET %s/files/00", "POST %s/interrupt");

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;
  private TokenIssued tenant;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    tenant = issue("app/a", "shared/a");
  }

  private TokenIssued issue(String... roots) {
    try (Http answer = kit.ask("POST /v1/tokens", "", Json.write(new NewToken(List.of(roots))))) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), TokenIssued.class);
    }
  }

  private Http asTenant(SocketAddress to, String line, String body) {
    return ApiKit.raw(to, line, "Authorization: Bearer " + tenant.token() + "\n", body).head();
  }

  private Http asTenant(String line, String body) {
    return asTenant(kit.unix(), line, body);
  }

  private static String message(String id, @Nullable List<String> grants) {
    return Json.write(MessageRequest.user(id, "Hi", List.of(), null, grants));
  }

  private Http say(String session, String id, @Nullable List<String> grants) {
    return asTenant("POST " + SESSIONS + session + "/events", message(id, grants));
  }

  private void operatorSays(String session, List<String> grants) {
    operatorSays(session, grants, "m-" + session);
  }

  private void operatorSays(String session, List<String> grants, String id) {
    String body = message(id, grants);
    kit.ask("POST " + SESSIONS + session + "/events", "", body).close();
  }

  private List<String> grants(String session) {
    try (Http answer = kit.ask("GET " + SESSIONS + session)) {
      return Json.read(answer.body(), SessionSummary.class).grants();
    }
  }

  private static void assertForbidden(Http answer, String why) {
    try (answer) {
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(problem.title()).contains(why);
    }
  }

  @Test
  void nothingButSessionsIsOpenToATokenWithRoots() {
    List<String> open =
        kit.endpoints.stream()
            .filter(Endpoint::rooted)
            .map(it -> it.method() + " " + it.path())
            .toList();
    assertThat(open)
        .containsExactlyInAnyOrder(
            "POST /v1/agents/{name}/sessions",
            "GET /v1/agents/{name}/sessions/{session}",
            "GET /v1/agents/{name}/sessions/{session}/attachments",
            "POST /v1/agents/{name}/sessions/{session}/events",
            "GET /v1/agents/{name}/sessions/{session}/events",
            "GET /v1/agents/{name}/sessions/{session}/files/{sha256}",
            "POST /v1/agents/{name}/sessions/{session}/interrupt",
            "GET /v1/agents/{name}/sessions/{session}/status");
    for (SocketAddress to : List.of(kit.unix(), kit.tcp())) {
      for (Endpoint endpoint : kit.endpoints) {
        if (!endpoint.rooted() && !endpoint.path().equals(Gate.OPEN)) {
          String path = endpoint.path().replace("{name}", "bob").replaceAll("\\{\\w+}", "1");
          assertForbidden(
              asTenant(to, endpoint.method().text() + " " + path, "{}"),
              "this token may only use sessions below app/a, shared/a");
        }
      }
    }
  }

  @Test
  void aNewSessionGetsTheRootsOrWhatIsNamedBelowThem() {
    say("one", "m1", null).close();
    say("two", "m2", List.of("app/a/u1", "shared/a")).close();

    assertThat(grants("one")).containsExactly("app/a", "shared/a");
    assertThat(grants("two")).containsExactly("app/a/u1", "shared/a");
    try (Http again = say("two", "m3", null)) {
      assertThat(again.status()).isEqualTo(202);
    }
    assertThat(grants("two")).containsExactly("app/a/u1", "shared/a");
  }

  @Test
  void onlyTheOperatorSeesWhereAttachmentsComeFrom() {
    say("one", "m1", null).close();
    operatorSays("other", List.of("app/b"));

    List<AttachmentView> own = attachments(kit.ask("GET " + SESSIONS + "one/attachments"));
    List<AttachmentView> seen = attachments(asTenant("GET " + SESSIONS + "one/attachments", ""));

    assertThat(own).extracting(AttachmentView::sourceRef).doesNotContainNull().isNotEmpty();
    assertThat(seen).extracting(AttachmentView::sourceRef).containsOnlyNulls();
    assertThat(seen)
        .extracting(AttachmentView::mountPath)
        .contains("/workspace", "/workspace/agent", "/runtime/one");
    try (Http hidden = asTenant("GET " + SESSIONS + "other/attachments", "")) {
      assertThat(hidden.status()).isEqualTo(404);
    }
  }

  private static List<AttachmentView> attachments(Http answer) {
    try (answer) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), AttachmentList.class).attachments();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"app", "app/b", "app/ab", "App/a", "shared", "app/a%2F.."})
  void grantsBeyondTheRootsAreRefused(String path) {
    String why = "the grants app/a/u1, " + path + " are not all at or below app/a, shared/a";
    assertForbidden(say("one", "m1", List.of("app/a/u1", path)), why);
    assertForbidden(say("one", "m1", List.of()), "a session of this token needs a grant");
    try (Http answer = kit.ask("GET " + SESSIONS + "one")) {
      assertThat(answer.status()).isEqualTo(404);
    }
  }

  @Test
  void aTokenWithRootsReadsAndNamesNoScratchpad() {
    String to = "POST " + SESSIONS + "one/events";
    MessageRequest message = MessageRequest.user("m1", "Hi");
    assertForbidden(
        asTenant(to, Json.write(message.with(List.of("team")))),
        "this token may not name scratchpads");
    asTenant(to, Json.write(message.with(List.of()))).close();
    assertThat(grants("one")).containsExactly("app/a", "shared/a");
  }

  @Test
  void aSessionBeyondTheRootsIsOutOfReach() {
    operatorSays("foreign", List.of("app/b"));
    operatorSays("wide", List.of("app/a/u1", "app/b"));
    operatorSays("none", List.of());

    for (String session : List.of("foreign", "wide", "none")) {
      String why = "the name " + session + " is taken by a session that this token cannot use";
      assertForbidden(say(session, "m1", null), why);
      assertForbidden(say(session, "m2", List.of("app/a")), why);
      for (String line : READS_AND_INTERRUPT) {
        assertThat(problem(line, session)).isEqualTo(problem(line, "absent"));
      }
      assertThat(
              kit.daemon
                  .sessions()
                  .service()
                  .find(kit.bob, new SessionId(session))
                  .orElseThrow()
                  .lastSeq())
          .isOne();
    }
  }

  @Test
  void theAuditTellsAHiddenSessionFromOneThatDoesNotExist() {
    operatorSays("foreign", List.of("app/b"));
    for (String session : List.of("foreign", "absent")) {
      assertThat(problem("GET %s", session).status()).isEqualTo(404);
    }

    assertThat(kit.audit.newest(100))
        .extracting(entry -> entry.call().target())
        .contains("bob/foreign")
        .doesNotContain("bob/absent");
  }

  /** Returns the refusal of a request, with a word in place of the session. */
  private Problem problem(String line, String session) {
    try (Http answer = asTenant(line.formatted(SESSIONS + session), "")) {
      assertThat(answer.status()).as(line).isEqualTo(404);
      return Json.read(answer.body().replace(session, "SESSION"), Problem.class);
    }
  }

  @Test
  void anAbbreviationTellsNothingAboutOtherSessions() {
    String ours = "01234567-89ab-7000-8000-000000000001";
    operatorSays(ours, List.of("app/a"));
    for (String name : List.of(ours, "01234567", "0123456789ab", "01234567-89ab")) {
      try (Http answer = asTenant("GET " + SESSIONS + name, "")) {
        assertThat(answer.status()).as(name).isEqualTo(name.equals(ours) ? 200 : 404);
      }
    }
  }

  @Test
  void aSessionBelowTheRootsIsWatchedAndInterrupted() {
    operatorSays("mine", List.of("app/a/u1"));

    for (String line : List.of("GET %s", "GET %s/events", "GET %s/status")) {
      try (Http answer = asTenant(line.formatted(SESSIONS + "mine"), "")) {
        assertThat(answer.status()).as(line).isEqualTo(200);
      }
    }
    try (Http answer = asTenant("POST " + SESSIONS + "mine/interrupt", "")) {
      assertThat(answer.status()).isEqualTo(204);
    }
  }

  @Test
  void aRemovedTokenIsRefusedAtOnce() {
    try (Http answer = kit.ask("GET /v1/tokens")) {
      String list = answer.body();
      assertThat(Json.read(list, TokenList.class).tokens()).containsExactly(tenant.view());
      assertThat(list).doesNotContain(tenant.token());
    }
    kit.ask("DELETE /v1/tokens/" + tenant.view().id()).close();

    try (Http answer = asTenant("GET " + SESSIONS + "one", "")) {
      assertThat(answer.status()).isEqualTo(401);
    }
    try (Http answer = kit.ask("DELETE /v1/tokens/" + tenant.view().id())) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void aRemovedTokenEndsWhatItsClientWatches() {
    operatorSays("mine", List.of("app/a"));
    String follow = "GET " + SESSIONS + "mine/events?follow=true";
    try (Http ours = kit.ask(follow);
        Http local = asTenant(kit.unix(), follow, "");
        Http remote = asTenant(kit.tcp(), follow, "")) {
      for (Http stream : List.of(ours, local, remote)) {
        assertThat(stream.event().name()).isEqualTo(Streams.EVENT);
      }

      kit.ask("DELETE /v1/tokens/" + tenant.view().id()).close();
      operatorSays("mine", List.of("app/a"), "m2");

      for (Http stream : List.of(local, remote)) {
        Http.Event last = stream.events().getLast();
        assertThat(last.name()).isEqualTo(Streams.ERROR);
        assertThat(Json.read(last.data(), Problem.class).code())
            .isEqualTo(ErrorCode.UNAUTHENTICATED);
      }
      assertThat(ours.event().data()).contains("m2");
    }
  }

  private static String wanted(
      String session, @Nullable List<String> grants, @Nullable String parent) {
    String above = parent == null ? null : "bob/" + parent;
    return Json.write(
        new NewSession(
            "r-" + session, session, null, Map.of(), null, List.of(), null, null, grants, above));
  }

  private Http create(String session, @Nullable List<String> grants, @Nullable String parent) {
    return asTenant("POST /v1/agents/bob/sessions", wanted(session, grants, parent));
  }

  @Test
  void aTokenUsesAParentBelowItsRootsOnly() {
    operatorSays("mine", List.of("app/a/u1", "app/a/u2"));
    operatorSays("foreign", List.of("app/b"));
    operatorSays("wide", List.of("app"));

    create("heir", null, "mine").close();
    create("child", List.of("app/a/u1/x"), "mine").close();
    create("own", null, null).close();
    assertThat(grants("heir")).containsExactly("app/a/u1", "app/a/u2");
    assertThat(grants("child")).containsExactly("app/a/u1/x");
    assertThat(grants("own")).containsExactly("app/a", "shared/a");
    for (String parent : List.of("foreign", "wide", "absent")) {
      try (Http answer = create("x", List.of("app/a/u1"), parent)) {
        assertThat(ApiKit.problem(answer).title()).isEqualTo("session " + parent + " not found");
      }
    }
    try (Http answer = create("x", List.of("shared/a"), "mine")) {
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.CONFLICT);
      assertThat(problem.title())
          .isEqualTo("the grant shared/a is not at or below one of its parent mine");
    }
    assertForbidden(
        create("x", List.of("app/b"), null), "the grants app/b are not all at or below");
    assertForbidden(create("x", List.of(), "mine"), "a session of this token needs a grant");
    try (Http answer = kit.ask("GET " + SESSIONS + "x")) {
      assertThat(answer.status()).isEqualTo(404);
    }
  }

  @Test
  void aTokenDecidesAboutNoBudgetAndNoTools() {
    for (String member : List.of("\"budget\":{\"tokens\":\"9\"}", "\"tools\":[{\"name\":\"a\"}]")) {
      assertForbidden(
          asTenant("POST /v1/agents/bob/sessions", "{\"id\":\"r1\"," + member + "}"),
          "this token may not choose the budget and the tools of a session");
    }
  }

  @Test
  void onlyTheOperatorSeesTheParentOfASession() {
    operatorSays("wide", List.of("app"));
    kit.ask("POST /v1/agents/bob/sessions", "", wanted("child", List.of("app/a/u1"), "wide"))
        .close();

    assertThat(parent(kit.ask("GET " + SESSIONS + "child"))).isEqualTo("bob/wide");
    assertThat(parent(asTenant("GET " + SESSIONS + "child", ""))).isNull();
  }

  private static @Nullable String parent(Http answer) {
    try (answer) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), SessionSummary.class).parent();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"roots\":[]}", "{\"roots\":[\"app/..\"]}", "{\"roots\":[\"a,b\"]}"})
  void aTokenNeedsGoodRoots(String body) {
    try (Http answer = kit.ask("POST /v1/tokens", "", body)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }
  }

  @Test
  void revokedGrantsAreGoneAndNothingElse() {
    operatorSays("mine", List.of("app/a/u1", "app/a/u2", "team"));

    assertThat(revoke("mine", "app/a")).containsExactly("team");
    assertThat(grants("mine")).containsExactly("team");
    assertThat(problem("GET %s", "mine").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    for (String path : List.of("team/web", "app/a", "te")) {
      try (Http answer = kit.ask("POST " + SESSIONS + "mine/revoke", "", revocation(path))) {
        assertThat(ApiKit.problem(answer).title())
            .isEqualTo("there is no grant at or below " + path);
      }
    }
    assertThat(revoke("mine", "team")).isEmpty();
  }

  private static String revocation(String path) {
    return Json.write(new GrantRevocation(List.of(path)));
  }

  private List<String> revoke(String session, String path) {
    try (Http answer = kit.ask("POST " + SESSIONS + session + "/revoke", "", revocation(path))) {
      return Json.read(answer.body(), SessionGrants.class).grants();
    }
  }
}
