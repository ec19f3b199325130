package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import io.helidon.http.Method;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  /** Every operation but the open one, and paths that are none. */
  private List<String> lines() {
    List<String> lines =
        new ArrayList<>(List.of("GET /", "GET /v2", "PUT /v1/info", "POST /healthz"));
    kit.endpoints.stream()
        .filter(endpoint -> !endpoint.path().equals(Gate.OPEN))
        .map(endpoint -> line(endpoint.method(), endpoint.path()))
        .forEach(lines::add);
    return lines;
  }

  private static String line(Method method, String path) {
    return method.text()
        + " "
        + path.replace("{name}", "bob").replace("{session}", "s").replaceAll("\\{\\w+}", "1");
  }

  private List<String> badTokens() {
    String agent = kit.tokens.forNewSandbox(kit.bob);
    return List.of(
        "",
        "Authorization: Bearer\n",
        "Authorization: Bearer garbage\n",
        "Authorization: Bearer " + "x".repeat(9000) + "\n",
        "Authorization: Basic " + kit.token + "\n",
        "Authorization: Bearer " + kit.token + "\nAuthorization: Bearer " + kit.token + "\n",
        "Authorization: Bearer " + kit.token + "x\n",
        "Authorization: Bearer " + agent + "\n");
  }

  @Test
  void nothingButTheOperatorsTokenOpensAnyRouteOfAnyListener() {
    List<String> lines = lines();
    assertThat(lines)
        .hasSizeGreaterThan(36)
        .contains(
            "POST /v1/images/push",
            "GET /v1/images/save",
            "POST /v1/registry/login",
            "POST /v1/system/fsck",
            "POST /v1/providers/bob/test",
            "PUT /v1/providers/bob",
            "GET /v1/doctor");
    for (SocketAddress to : List.of(kit.unix(), kit.tcp())) {
      for (String bad : badTokens()) {
        for (String line : lines) {
          try (Http answer = ApiKit.raw(to, line, bad, "").head()) {
            assertThat(answer.status()).as("%s %s with %s", to, line, bad).isEqualTo(401);
            assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
            assertThat(answer.header("www-authenticate")).isEqualTo("Bearer");
            assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
          }
        }
      }
    }
    assertThat(kit.daemon.keeper().list(false).agents()).hasSize(1);
    assertThat(kit.registry.requests()).isEmpty();
  }

  @Test
  void theOperatorsTokenOpensEveryRoute() {
    for (String line : lines()) {
      try (Http answer = kit.ask(line)) {
        assertThat(answer.status()).as(line).isNotIn(401, 403, 500);
      }
    }
  }

  @Test
  void aPathThatIsNoneIsNotFoundForTheOperator() {
    try (Http answer = kit.ask("GET /v1/nothing")) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void anybodyMayAskWhetherTheDaemonIsWell() {
    for (SocketAddress to : List.of(kit.unix(), kit.tcp())) {
      try (Http answer = ApiKit.raw(to, "GET /healthz", "", "").head()) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"ok\":true}");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil:80",
        "10.0.0.1",
        "[::1]"
      })
  void aNameThatSomebodyElseMadePointHereIsRefused(String host) {
    for (String line : List.of("GET /v1/agents", "GET /healthz")) {
      try (Http answer =
          ApiKit.raw(kit.tcp(), line, bearer() + "Host: " + host + "\n", "").head()) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.FORBIDDEN);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "localhost:7117", "127.0.0.1:7117"})
  void theLoopbackAddressMayBeNamed(String host) {
    try (Http answer =
        ApiKit.raw(kit.tcp(), "GET /v1/agents", bearer() + "Host: " + host + "\n", "").head()) {
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://evil.example", "null", "http://127.0.0.1:7117"})
  void webPagesAreRefused(String origin) {
    for (SocketAddress to : List.of(kit.unix(), kit.tcp())) {
      try (Http answer =
          ApiKit.raw(to, "GET /v1/agents", bearer() + "Origin: " + origin + "\n", "").head()) {
        assertThat(answer.status()).isEqualTo(403);
      }
    }
  }

  @Test
  void aRefusalReachesWhoSendsFirstAndReadsLater() {
    try (Http answer =
        ApiKit.raw(kit.unix(), "POST /v1/images/build", "", "x".repeat(4 << 20)).head()) {
      assertThat(answer.status()).isEqualTo(401);
    }
  }

  @Test
  void aTokenOfARemovedKeyIsWorthNothing() {
    kit.daemon.database().update(tx -> tx.execute("DELETE FROM tokens"));
    try (Http answer = kit.ask("GET /v1/agents/" + UUID.randomUUID())) {
      assertThat(answer.status()).isEqualTo(401);
    }
  }

  private String bearer() {
    return "Authorization: Bearer " + kit.token + "\n";
  }
}
