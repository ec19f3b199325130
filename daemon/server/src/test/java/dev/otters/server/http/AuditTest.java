package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import io.helidon.http.Method;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private static String line(Endpoint endpoint) {
    return endpoint.method().text() + " " + endpoint.path();
  }

  private static String asked(Endpoint endpoint) {
    return line(endpoint)
        .replace("{name}", "bob")
        .replace("{session}", "s")
        .replaceAll("\\{\\w+}", "1");
  }

  private List<AuditEntry> rows() {
    try (Http answer = kit.ask("GET /v1/audit?limit=1000")) {
      return Json.read(answer.body(), AuditList.class).entries();
    }
  }

  private int status(SocketAddress to, String line, String headers) {
    try (Http answer = ApiKit.raw(to, line, headers, "").head()) {
      return answer.status();
    }
  }

  private String bearer(String token) {
    return "Authorization: Bearer " + token + "\n";
  }

  @Test
  void everyRouteThatWritesLeavesARowWithTheStatusOfItsAnswer() {
    String id = kit.tokens.checkOperator(kit.token);
    List<Endpoint> writes =
        kit.endpoints.stream().filter(it -> !it.method().equals(Method.GET)).toList();
    List<Tuple> expected = new ArrayList<>();
    for (Endpoint endpoint : writes) {
      try (Http answer = kit.ask(asked(endpoint))) {
        if (answer.header("content-type").equals("text/event-stream")) {
          assertThat(answer.body()).contains("event:"); // ends when the operation has
        }
        expected.add(Tuple.tuple(line(endpoint), answer.status(), id, "unix", 1L));
      }
    }
    assertThat(writes).hasSizeGreaterThan(36);
    assertThat(rows())
        .extracting(
            AuditEntry::call,
            AuditEntry::status,
            AuditEntry::token,
            AuditEntry::peer,
            AuditEntry::count)
        .containsExactlyElementsOf(expected.reversed());
  }

  @Test
  void everyRouteLeavesARowWhenItIsRefusedOnEitherListener() {
    List<Tuple> expected = new ArrayList<>();
    for (Endpoint endpoint : kit.endpoints) {
      if (endpoint.path().equals(Gate.OPEN)) {
        continue;
      }
      for (SocketAddress to : List.of(kit.unix(), kit.tcp())) {
        assertThat(status(to, asked(endpoint), "")).isEqualTo(401);
        assertThat(status(to, asked(endpoint), bearer("garbage"))).isEqualTo(401);
        String peer = to.equals(kit.unix()) ? "unix" : "tcp";
        expected.add(Tuple.tuple(line(endpoint), "-", 401, "-", peer, 2L));
      }
    }
    assertThat(rows())
        .extracting(
            AuditEntry::call,
            AuditEntry::target,
            AuditEntry::status,
            AuditEntry::token,
            AuditEntry::peer,
            AuditEntry::count)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void theRowOfATokenThatThisHomeIssuedHasItsId() {
    String agent = kit.tokens.forNewSandbox(kit.bob);
    assertThat(status(kit.unix(), "GET /v1/agents", bearer(agent))).isEqualTo(401);
    kit.tokens.forNewSandbox(kit.bob);
    assertThat(status(kit.unix(), "DELETE /v1/agents/bob", bearer(agent))).isEqualTo(401);
    assertThat(status(kit.unix(), "GET /v1/info", bearer(agent + "x"))).isEqualTo(401);
    List<AuditEntry> rows = rows();
    assertThat(rows)
        .extracting(AuditEntry::call)
        .containsExactly("GET /v1/info", "DELETE /v1/agents/{name}", "GET /v1/agents");
    assertThat(rows.get(0).token()).isEqualTo("-");
    assertThat(rows.get(1).token()).hasSizeGreaterThan(30).isEqualTo(rows.get(2).token());
  }

  @Test
  void webPagesAndForeignNamesLeaveRows() {
    String bearer = bearer(kit.token);
    assertThat(status(kit.tcp(), "GET /v1/info", bearer + "Origin: null\n")).isEqualTo(403);
    assertThat(status(kit.tcp(), "GET /healthz", "Host: evil.example\n")).isEqualTo(403);
    assertThat(rows())
        .extracting(AuditEntry::call, AuditEntry::status, AuditEntry::token)
        .containsExactly(
            Tuple.tuple("GET /healthz", 403, "-"), Tuple.tuple("GET /v1/info", 403, "-"));
  }

  @Test
  void noTextOfAStrangerIsStored() {
    for (String line :
        List.of("GET /v1/canary", "CANARY /v1/info", "POST /v1/info?canary=1", "PUT /canary")) {
      assertThat(status(kit.unix(), line, bearer("canary"))).isEqualTo(401);
    }
    assertThat(rows())
        .extracting(AuditEntry::call)
        .containsExactlyInAnyOrder("GET -", "- -", "POST -", "PUT -");
    assertThat(rows().toString()).doesNotContainIgnoringCase("canary");
  }

  @Test
  void readsLeaveNoRowAndWritesToNoRouteDo() {
    assertThat(status(kit.unix(), "GET /v1/agents", bearer(kit.token))).isEqualTo(200);
    assertThat(status(kit.unix(), "PUT /v1/nothing", bearer(kit.token))).isEqualTo(404);
    assertThat(status(kit.unix(), "PATCH /v1/info", bearer(kit.token))).isEqualTo(404);
    assertThat(rows())
        .extracting(AuditEntry::call, AuditEntry::status)
        .containsExactly(Tuple.tuple("PATCH -", 404), Tuple.tuple("PUT -", 404));
  }

  @Test
  void aRowIsStoredBeforeTheWork() {
    List<String> seen = new ArrayList<>();
    kit.work =
        _ ->
            seen.addAll(
                kit.daemon
                    .database()
                    .read(rows -> rows.list("SELECT call FROM audit", row -> row.text("call"))));
    try (Http answer = kit.ask("POST /test/work")) {
      assertThat(answer.body()).contains("\"ok\":true");
    }
    assertThat(seen).containsExactly("POST /test/work");
  }

  @Test
  void aRowNamesItsTargetWithoutSecrets() {
    kit.secrets.passwords(List.of("canary-of-a-name"));
    kit.ask("DELETE /v1/images?ref=guide:9").close();
    kit.ask("POST /v1/agents/bob/sessions/canary-of-a-name/interrupt").close();
    String eve = "{\"ref\":\"guide:1\",\"name\":\"eve\"}";
    try (Http answer = kit.ask("POST /v1/agents", "", eve)) {
      assertThat(answer.body()).contains("result"); // the agent writes nothing more
    }
    kit.ask("POST /v1/agents/" + "x".repeat(3_000) + "/kill").close();
    List<AuditEntry> rows = rows();
    assertThat(rows.get(0).target()).isEqualTo("x".repeat(200));
    assertThat(rows.get(1).target()).isEqualTo("eve");
    assertThat(rows.get(2).target()).isEqualTo("bob/(secret)");
    assertThat(rows.get(3).target()).isEqualTo("guide:9");
  }
}
