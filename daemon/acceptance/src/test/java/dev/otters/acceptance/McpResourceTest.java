package dev.otters.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent that uses an MCP server on this machine, as docs/mcp.md describes. */
@Tag("bubblewrap")
class McpResourceTest {
  private final List<String> called = new CopyOnWriteArrayList<>();
  @AutoClose private Otters otters;
  private HttpServer server;

  @BeforeEach
  void aServerAndAnAgent() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/mcp", this::serve);
    server.start();
    otters = Otters.freshWithBubblewrap();
    otters.script(
        "helpdesk",
        """
        rules:
          - when: {result: {tool: tickets_find, matches: "(?s)(.*)"}}
            say: "They are ${1}"
          - when: {user: "find (.*)"}
            call: {tool: tickets_find, input: '{"word": "${1}"}'}
          - say: "Hello."
        """);
    Otters.write(
        otters.files().resolve("helpdesk").resolve("Agentfile"),
        """
        FROM scratch
        NAME helpdesk
        MODEL scripted/helpdesk
        RESOURCE tickets kind=mcp url=http://%s/mcp read-tools=find "The tickets"
        """
            .formatted(authority()));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String authority() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("DELETE")) {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
      return;
    }
    JsonNode message = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
    String result =
        switch (message.path("method").asString("")) {
          case "initialize" ->
              """
              {"protocolVersion":"2025-06-18","capabilities":{"tools":{}},\
              "serverInfo":{"name":"tickets","version":"1"}}\
              """;
          case "tools/list" ->
              """
              {"tools":[{"name":"find","annotations":{"readOnlyHint":true},"inputSchema":\
              {"type":"object","properties":{"word":{"type":"string"}}}}]}\
              """;
          case "tools/call" -> {
            called.add(message.path("params").path("arguments").toString());
            yield "{\"content\":[{\"type\":\"text\",\"text\":\"T-1 and T-2\"}]}";
          }
          default -> "";
        };
    byte[] answer =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
            .formatted(message.path("id"), result)
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(
        result.isEmpty() ? 202 : 200, result.isEmpty() ? -1 : answer.length);
    if (!result.isEmpty()) {
      exchange.getResponseBody().write(answer);
    }
    exchange.close();
  }

  @Test
  void aConversationWithAGrantUsesTheServerThatTheOperatorAllows() {
    otters.run("run", "--grant", "team/a", "./helpdesk").ok();
    assertThat(otters.run("prompt", "-s", "one", "helpdesk", "find leak").out())
        .doesNotContain("T-1");
    assertThat(called).isEmpty();
    assertThat(otters.run("egress", "helpdesk").ok()).contains("127.0.0.1");

    otters.run("update", "helpdesk", "--allow-host", authority()).ok();
    assertThat(otters.run("prompt", "-s", "two", "helpdesk", "find leak").ok())
        .contains("They are", "T-1 and T-2");
    assertThat(called).containsExactly("{\"word\":\"leak\"}");
    assertThat(otters.run("memory", "audit").ok()).contains("find");
  }
}
