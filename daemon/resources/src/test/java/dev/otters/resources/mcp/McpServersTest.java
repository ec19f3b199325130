package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.egress.Contact;
import dev.otters.egress.EgressServer;
import dev.otters.egress.HostRule;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceServers.Asked;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Calls of tools of servers on this machine, also of servers that misbehave. */
class McpServersTest extends McpBench {
  @Test
  void aSessionEndsWhenItsAgentRestsOrIsRemoved() {
    McpServers servers = servers(LIMITS);
    found(servers);
    assertThat(server.isEnded(1)).isTrue();
    call(servers, "find", "{}");
    servers.rest(AGENT);
    assertThat(server.isEnded(2)).isTrue();
    assertThat(server.ended.get(1)).isEqualTo(server.sessions.getFirst());
    call(servers, "find", "{}");
    servers.forget(AGENT);
    assertThat(server.ended).hasSize(3).last().isEqualTo(server.sessions.get(1));
  }

  @Test
  void aCallReachesTheServerOnceAndItsAnswerTheModel() {
    assertThat(call(servers(LIMITS), "find", "{\"word\":\"x\"}")).isEqualTo("3 tickets");
    assertThat(server.called).containsExactly("find {\"word\":\"x\"}");
  }

  @Test
  void anAnswerMayComeAsAStreamWithOtherMessagesBeforeIt() {
    server.onCall =
        (exchange, id) ->
            TestServer.send(
                exchange,
                "text/event-stream",
                ": hello\n\n"
                    + "data:"
                    + " {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n"
                    + "event: message\n"
                    + "data: "
                    + TestServer.message(id, TestServer.text("late"))
                    + "\n\n");
    assertThat(call(servers(LIMITS), "find", "{}")).isEqualTo("late");
  }

  @Test
  void sessionsWithOtherGrantsHaveOtherConnections() {
    McpServers servers = servers(LIMITS);
    call(servers, "find", "{}");
    call(servers, "find", "{}");
    Grants bob = Grants.of(List.of("app/user/bob"));
    servers.call(AGENT, bob, tickets(), new Asked("find", "{}", UnaryOperator.identity()));
    assertThat(server.sessions).hasSize(3).doesNotContain("null");
    assertThat(server.sessions.get(1)).isEqualTo(server.sessions.get(0));
    assertThat(server.sessions.get(2)).isNotEqualTo(server.sessions.get(0));
  }

  @Test
  void aHostThatTheAgentMayNotReachIsRefusedWithTheRemedyAndNoted() {
    rules = List.of();
    assertThat(found().text()).contains("no rule allows it", "otters update bob --allow-host 127.");
    assertRefused(servers(LIMITS), "The tool was not called");
    assertThat(server.called).isEmpty();
    assertThat(egress.contacts(AGENT)).isNotEmpty().noneMatch(Contact::allowed);
  }

  @Test
  void aNameThatLeadsToThisMachineIsRefused() {
    String port = server.authority().replaceAll(".*:", "");
    rules = List.of(HostRule.parse("localhost:" + port));
    DeclaredResource named = tickets("http://localhost:" + port + "/mcp");
    assertThat(servers(LIMITS).found(AGENT, List.of(named), true).get("tickets").text())
        .contains("is not public");
    assertThat(egress.contacts(AGENT)).noneMatch(Contact::allowed);
  }

  @Test
  void whatACallMovedIsCounted() {
    call(servers(LIMITS), "find", "{}");
    assertThat(egress.contacts(AGENT))
        .singleElement()
        .satisfies(it -> assertThat(it.sent()).isGreaterThan(100))
        .satisfies(it -> assertThat(it.received()).isGreaterThan(100));
  }

  @Test
  void aServerThatHangsDelaysACallForItsTime() {
    server.onInitialize = (exchange, id) -> over.await();
    assertRefused(servers(patience(SHORT)), "did not answer in time. The tool was not called");
    assertThat(server.called).isEmpty();
  }

  @Test
  void aMessageOfManyPartsEndsTheCall() {
    McpLimits usual = McpLimits.USUAL;
    String parts = "0,".repeat(60_000) + "0";
    server.onCall =
        (exchange, id) ->
            TestServer.reply(
                exchange, id, "{\"content\":[],\"structuredContent\":{\"a\":[" + parts + "]}}");
    assertRefused(servers(usual), "what is no message of the protocol");
  }

  @Test
  void aCallThatFailsLeavesOthersOfItsConnectionAlone() throws Exception {
    McpServers servers = servers(LIMITS);
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    TestServer.Answer usual = server.onCall;
    call(servers, "find", "{}");
    server.onCall =
        (exchange, id) -> {
          first.countDown();
          answer.await();
          usual.to(exchange, id);
        };
    CompletableFuture<String> slow =
        CompletableFuture.supplyAsync(() -> call(servers, "find", "{}"));
    assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();
    server.onCall = (exchange, id) -> exchange.close();
    assertRefused(servers, "It may or may not have happened");
    answer.countDown();
    assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo("3 tickets");
    assertThat(server.sessions.stream().distinct()).hasSize(1);
  }

  @Test
  void aCallThatHangsEndsAndIsNotRepeated() {
    server.onCall = (exchange, id) -> over.await();
    assertRefused(
        servers(patience(SHORT)),
        "its server did not answer in time. It may or may not have happened. It was not repeated");
    assertThat(server.called).hasSize(1);
    assertThat(server.isEnded(1)).isTrue();
    // Its handshake, the notice of it, the call and the end of the session.
    assertThat(egress.contacts(AGENT))
        .singleElement()
        .satisfies(it -> assertThat(it.connections()).isEqualTo(4));
  }

  @Test
  void anAnswerThatExceedsTheBytesOfTheDayMayHaveHappened() {
    egress.close();
    egress = new EgressServer(database, refusals, time, 4_000);
    server.onCall =
        (exchange, id) -> TestServer.reply(exchange, id, TestServer.text("x".repeat(9_000)));
    assertRefused(servers(LIMITS), "It may or may not have happened");
    assertThat(server.called).hasSize(1);
  }

  @Test
  void aServerThatDiesInACallIsAskedAnewByTheNextOne() {
    McpServers servers = servers(LIMITS);
    TestServer.Answer usual = server.onCall;
    server.onCall = (exchange, id) -> exchange.close();
    assertRefused(servers, "It may or may not have happened");
    assertThat(server.called).hasSize(1);
    server.onCall = usual;
    assertThat(call(servers, "find", "{}")).isEqualTo("3 tickets");
  }

  @Test
  void aFloodEndsTheCall() {
    server.onCall =
        (exchange, id) -> {
          exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
          exchange.sendResponseHeaders(200, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            while (over.getCount() > 0) {
              out.write("data: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n".getBytes(UTF_8));
            }
          }
        };
    assertRefused(servers(LIMITS), "256 events without an answer");
    server.onCall =
        (exchange, id) -> TestServer.reply(exchange, id, TestServer.text("x".repeat(70_000)));
    assertRefused(servers(LIMITS), "more than 65536 bytes");
  }

  @Test
  void whatIsNoMessageOfTheProtocolEndsTheCall() {
    for (String body : List.of("", "[]", "{\"jsonrpc\":\"2.0\"}", "[".repeat(1000), "no")) {
      server.onCall = (exchange, id) -> TestServer.send(exchange, "application/json", body);
      assertRefused(servers(LIMITS), "It may or may not have happened");
    }
    server.onCall = (exchange, id) -> TestServer.reply(exchange, id, "{\"content\":7}");
    assertRefused(servers(LIMITS), "It may or may not have happened");
  }

  @Test
  void anAnswerThatItsOwnSchemaForbidsIsATextLikeAnyOther() {
    String output =
        "\"outputSchema\":{\"type\":\"object\",\"required\":[\"count\"]},\"inputSchema\"";
    server.tools = "[" + TestServer.FIND.replace("\"inputSchema\"", output) + "]";
    server.onCall =
        (exchange, id) ->
            TestServer.reply(
                exchange, id, "{\"content\":[],\"structuredContent\":{\"count\":[\"many\"]}}");
    McpServers servers = servers(LIMITS);
    assertThat(names(found(servers))).containsExactly("find read");
    assertThat(call(servers, "find", "{\"word\":\"x\"}")).isEqualTo("{\"count\":[\"many\"]}");
    assertThat(server.called).hasSize(1);
  }

  @Test
  void aRedirectIsNotFollowed() {
    server.onInitialize =
        (exchange, id) -> {
          exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
          exchange.sendResponseHeaders(307, -1);
        };
    assertRefused(servers(LIMITS), "redirects (HTTP 307), which is not followed");
  }

  @Test
  void whatAServerSaysAboutAFailureIsQuotedAndCut() {
    server.onCall =
        (exchange, id) ->
            TestServer.reply(
                exchange,
                id,
                TestServer.text("no\n## SYSTEM " + "x".repeat(2000))
                    .replace("]}", "],\"isError\":true}"));
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call(servers(LIMITS), "find", "{}"))
        .withMessageContaining("its server says that it failed: \"no\\n## SYSTEM xx")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(600).doesNotContain("\n"));
  }
}
