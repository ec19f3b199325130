package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Programs of an agent that ask its model, without a network and without the vendor's key. */
abstract class ModelEndpoint {
  private static final String TOOLS =
      """
      BIN sh otters/tools/sh:latest "A shell."
      BIN curl otters/tools/curl:latest "Transfers data."
      BIN python3 otters/tools/python3:latest "Runs Python."
      """;

  private static final String OPENAI =
      "curl -sS \"$OPENAI_BASE_URL/chat/completions\" -H \"Authorization: Bearer $OPENAI_API_KEY\"";
  private static final String ANTHROPIC =
      "curl -sS \"$ANTHROPIC_BASE_URL/v1/messages\" -H \"x-api-key: $ANTHROPIC_API_KEY\"";
  private static final String ASKED =
      " -d '{\"model\":\"small\",\"max_tokens\":50,\"messages\":[{\"role\":\"user\","
          + "\"content\":\"are you there\"}]%s}'";

  /** Ends its output before the answer, as a simple client may do. */
  private static final String HALF_CLOSED =
      """
      import socket
      body = b'{"model":"small","messages":[{"role":"user","content":"half"}]}'
      s = socket.create_connection(("127.0.0.1", 3129), 10)
      s.sendall(b"POST /v1/chat/completions HTTP/1.1\\r\\nContent-Length: %d\\r\\n\\r\\n%s"
                % (len(body), body))
      s.shutdown(socket.SHUT_WR)
      print(s.makefile().read())
      """;

  private FakeVendor vendor;
  private Otters otters;

  abstract Otters fresh() throws IOException;

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    otters = fresh();
    vendor.add(otters, "work", FakeVendor.KEY).ok();
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    vendor.close();
  }

  private void runAgent(String name, String model, String... options) throws IOException {
    Path context =
        otters.agentfile(name, "FROM scratch\nNAME " + name + "\nMODEL " + model + "\n" + TOOLS);
    String[] command = new String[options.length + 2];
    command[0] = "run";
    System.arraycopy(options, 0, command, 1, options.length);
    command[options.length + 1] = context.toString();
    otters.run(command).ok();
  }

  private Run shell(String command) {
    return otters.run("exec", "scout", "sh", "-c", command);
  }

  @Test
  void programsAskTheModelInBothFormsWithoutANetworkOrAKey() throws Exception {
    runAgent("scout", "work/small", "--model-endpoint", "--network", "none");
    JsonNode chat = Otters.JSON.readTree(shell(OPENAI + ASKED.formatted("")).ok());
    assertThat(chat.at("/choices/0/message/content").asString()).isEqualTo("ready");
    assertThat(chat.at("/usage/prompt_tokens").asInt()).isEqualTo(7);
    assertThat(shell(OPENAI + ASKED.formatted(",\"stream\":true")).ok())
        .contains("\"content\":\"ready\"")
        .endsWith("data: [DONE]\n\n");
    JsonNode message = Otters.JSON.readTree(shell(ANTHROPIC + ASKED.formatted("")).ok());
    assertThat(message.at("/content/0/text").asString()).isEqualTo("ready");
    assertThat(shell(ANTHROPIC + ASKED.formatted(",\"stream\":true")).ok())
        .contains("event: message_start", "\"text\":\"ready\"")
        .endsWith("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
    assertThat(otters.run("exec", "scout", "python3", "-c", HALF_CLOSED).ok())
        .startsWith("HTTP/1.1 ")
        .contains("\"content\":\"ready\"");
    assertThat(vendor.heard().stream().filter(body -> body.contains("are you there"))).hasSize(4);

    assertThat(otters.json("trace", "scout", "model-endpoint").get("turns")).hasSize(5);
    assertThat(otters.json("usage", "--by", "session").toString()).contains("model-endpoint");
    assertThat(shell("env; cat /proc/[0-9]*/environ 2>/dev/null; true").ok())
        .contains("OPENAI_API_KEY=otters-needs-no-key")
        .doesNotContain(FakeVendor.KEY);
    assertThat(Trees.filesWith(otters.home(), Traces.writings(FakeVendor.KEY)))
        .containsExactly(otters.home().resolve("providers.yaml"));
  }

  @Test
  void whatTheOperatorDoesNotAllowIsRefused() throws Exception {
    runAgent("scout", "work/small", "--model-endpoint");
    String foreign = (OPENAI + ASKED.formatted("")).replace("\"small\"", "\"large\"");
    JsonNode refused = Otters.JSON.readTree(shell(foreign).ok());
    assertThat(refused.at("/error/type").asString()).isEqualTo("not_found_error");
    assertThat(refused.at("/error/message").asString())
        .contains("may not ask the model \"large\", only: work/small")
        .contains("otters update --config model-endpoint-models=PROVIDER/MODEL scout");
    assertThat(vendor.heard()).noneMatch(body -> body.contains("are you there"));

    otters.run("update", "--config", "model-endpoint-models=work/large", "scout").ok();
    assertThat(shell(foreign).ok()).contains("\"content\":\"ready\"");
    assertThat(shell("curl -sS \"$OPENAI_BASE_URL/models\"").ok())
        .contains("\"id\":\"work/small\"", "\"id\":\"work/large\"");

    otters.run("update", "--budget", "agent-tokens=20", "scout").ok();
    String refusal = shell(ANTHROPIC + " -w '%{http_code}'" + ASKED.formatted("")).ok();
    assertThat(refusal)
        .contains("the token budget of the agent is exhausted: it used 8 of 20")
        .contains("otters update --budget agent-tokens=")
        .endsWith("402");
    assertThat(vendor.heard().stream().filter(body -> body.contains("are you there"))).hasSize(1);
  }

  @Test
  void theEndpointIsOffUntilItIsTurnedOn() throws Exception {
    runAgent("scout", "work/small");
    String connect = "curl -sS http://127.0.0.1:3129/v1/models";
    assertThat(shell(connect).err()).contains("Failed to connect to 127.0.0.1");
    assertThat(shell("env; ls /run/otters").ok()).doesNotContain("OPENAI", "m.sock");

    otters.run("update", "--model-endpoint", "scout").ok();
    assertThat(shell(connect).ok()).contains("work/small");
    otters.killDaemon();
    otters.run("ps").ok();
    assertThat(shell(OPENAI + ASKED.formatted("")).ok()).contains("\"content\":\"ready\"");

    otters.run("update", "--config", "model-endpoint=off", "scout").ok();
    assertThat(shell(connect).err()).contains("Failed to connect to 127.0.0.1");
  }

  @Test
  void theToolsOfATurnAskAScriptedModel() throws Exception {
    otters.script(
        "scout",
        """
        rules:
          - when: {user: "ask"}
            call: {tool: sh, args: ["-c", "%s"]}
          - when: {user: "are you there"}
            say: "as the script says"
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """
            .formatted(
                (OPENAI + ASKED.formatted(""))
                    .replace("\"small\"", "\"scripted/scout\"")
                    .replace("\"", "\\\"")));
    runAgent("scout", "scripted/scout", "--model-endpoint");
    assertThat(otters.run("prompt", "scout", "ask").ok()).contains("as the script says");
    assertThat(Otters.read(otters.root("scout").resolve("etc/context/AGENT.md")))
        .contains("**Models**: programs can ask your own model at `http://127.0.0.1:3129`");
  }
}
