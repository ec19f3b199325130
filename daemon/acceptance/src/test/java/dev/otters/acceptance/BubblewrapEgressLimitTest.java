package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The most that an agent may send and receive in a day, as ottersd.yaml says. */
@Tag("bubblewrap")
class BubblewrapEgressLimitTest {
  private static final String AGENTFILE =
      """
      FROM scratch
      MODEL scripted/scout
      BIN curl otters/tools/curl:latest "Transfers data."
      """;

  private Otters otters;
  private Sink sink;
  private String context;

  @BeforeEach
  void aHomeWithALimit() throws IOException {
    otters = Otters.freshWithBubblewrap();
    sink = Sink.open();
    otters.shellModel("scout");
    limit("4m");
    context = otters.agentfile("scout", AGENTFILE).toString();
    start("scout");
  }

  @AfterEach
  void remove() throws IOException {
    sink.close();
    otters.close();
  }

  private void limit(String size) {
    Otters.write(otters.home().resolve("ottersd.yaml"), "egress-limit: " + size + "\n");
  }

  private void start(String name) {
    otters.run("run", "--name", name, "--allow-host", sink.allowed(), context).ok();
  }

  /** Runs curl, which prints how many bytes came if it drops the page. */
  private Run curl(String agent, String... options) {
    List<String> command = new ArrayList<>(List.of("exec", agent, "curl", "-sS", "--noproxy", ""));
    command.addAll(List.of(options));
    command.add("http://" + sink.allowed() + "/large");
    return otters.run(command.toArray(String[]::new));
  }

  private Run fetch(String agent) {
    return curl(agent, "-o", "/dev/null", "-w", "%{size_download}");
  }

  private String refusal() {
    return curl("scout", "-i").ok();
  }

  /** Returns what the daemon has stored of the bytes of an agent. */
  private long stored(String agent) {
    String id = otters.inspect(agent).get("id").asString();
    String url = "jdbc:sqlite:" + otters.home().resolve("daemon.db");
    String query = "SELECT sum(bytes) FROM traffic WHERE agent = '" + id + "'";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theLimitStopsTrafficCountsSurviveAKillAndTheOperatorRaisesIt() {
    String whole = String.valueOf(Sink.LARGE);
    assertThat(fetch("scout").ok()).isEqualTo(whole);
    Eventually.is("the bytes are stored", () -> stored("scout") > Sink.LARGE);

    otters.killDaemon();
    otters.run("ps").ok();
    Run cut = fetch("scout");
    assertThat(cut.code()).as(cut.toString()).isNotZero();
    assertThat(Long.parseLong(cut.out())).isBetween(1L, 2L << 20);
    assertThat(refusal())
        .startsWith("HTTP/1.1 429 Limit of the day reached")
        .contains("all the bytes that it may today, in UTC: 4 MiB")
        .contains("raise egress-limit in ottersd.yaml, and then run: otters daemon stop");
    start("other");
    assertThat(fetch("other").ok()).isEqualTo(whole);

    otters.run("daemon", "stop").ok();
    assertThat(refusal()).contains("all the bytes that it may today");

    limit("1g");
    assertThat(refusal()).contains("all the bytes that it may today");
    otters.run("daemon", "stop").ok();
    assertThat(fetch("scout").ok()).isEqualTo(whole);
  }
}
