package dev.otters.cli;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.cli.client.Environment;
import dev.otters.cli.commands.agent.AgentText;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Terminal;
import dev.otters.cli.turn.LiveDisplay;
import dev.otters.cli.turn.TurnReader;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the most common commands in one process, without output, to train the ahead-of-time cache.
 * The build runs it once against a daemon whose engine starts no sandbox.
 */
public final class Rehearsal {
  private Rehearsal() {}

  /**
   * Runs the commands; ends with the exit code of {@code otters ps}.
   *
   * @param words a folder with an Agentfile
   */
  public static void main(String[] words) {
    Console nowhere =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            new Terminal(false, true, true, 80, 24, true));
    Environment environment = Main.environment(System.getenv());
    String mount = words[0] + ":/workspace/x:ro";
    String source = words[0] + ":/workspace/src:ro";
    List<List<String>> lines =
        List.of(
            List.of("--help"),
            List.of("run", "--help"),
            List.of("pss"),
            List.of("ps", "--al"),
            List.of("image", "build", "-t", "rehearsal:1", words[0]),
            List.of("run", "--pull", "never", "-v", source, "rehearsal:1"),
            List.of("version"),
            List.of("ps", "-a"),
            List.of("rm", "-f", "guide"),
            List.of("image", "ls"),
            List.of("bin", "ls"),
            List.of("info"),
            List.of("ps", "-a", "--output", "json"),
            List.of("inspect", "nobody"),
            List.of("stop", "nobody"),
            List.of("logs", "nobody"),
            List.of("prompt", "nobody", "hello"),
            List.of("run", "--pull", "never", "-e", "A=1", "-v", mount, "nothing:1"));
    lines.forEach(line -> Cli.run(line, environment, nowhere));
    listAnAgent();
    followATurn(nowhere);
    Main.main(new String[] {"ps"});
  }

  private static void listAnAgent() {
    String list =
        """
        {"agents": [{"id": "1", "name": "a", "image": "a:1", "model": "m/m", "status": "ready",
          "createdAt": "2026-01-01T00:00:00Z", "startedAt": "2026-01-01T00:00:00Z", "executor": "docker"},
          {"id": "2", "name": "b", "image": "b:1", "model": "m/m", "status": "stopped",
          "createdAt": "2026-01-01T00:00:00Z", "executor": "docker",
          "exit": {"code": 0, "outOfMemory": false, "finishedAt": "2026-01-01T00:00:00Z"}}]}
        """;
    for (AgentSummary agent : Json.read(list, AgentList.class).agents()) {
      var _ = AgentText.status(agent, Instant.EPOCH);
    }
  }

  private static void followATurn(Console nowhere) {
    TurnReader reader = new TurnReader("a", "s", "m", new LiveDisplay(nowhere, true), (_, _) -> {});
    reader.event(event(EventType.TURN_STARTED, Map.of("messages", List.of("m"))));
    reader.delta("Let me see. ");
    reader.event(
        event(EventType.TOOL_USE, Map.of("call", "c", "name", "sh", "args", List.of("-c", "ls"))));
    reader.event(event(EventType.TOOL_RESULT, Map.of("call", "c", "exitCode", 0, "stdout", "x")));
    reader.event(event(EventType.AGENT_MESSAGE, Map.of("text", "Done.")));
    reader.event(event(EventType.TURN_FINISHED, Map.of("outcome", "answered")));
  }

  private static SessionEvent event(EventType type, Map<String, @Nullable Object> body) {
    return new SessionEvent(1, "e", type, "model", "t", Instant.EPOCH, body);
  }
}
