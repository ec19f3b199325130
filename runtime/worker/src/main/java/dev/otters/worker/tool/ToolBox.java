package dev.otters.worker.tool;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolInput;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The declared tools of an agent. Thread-safe. */
public final class ToolBox {
  private final Map<String, AgentSetup.Tool> tools = new LinkedHashMap<>();
  private final ToolRun run;
  private final Log log;

  /** Creates the tool box of an agent. */
  public ToolBox(AgentSetup setup, SandboxPaths paths, Families families, Log log) {
    setup.tools().stream()
        .filter(tool -> !tool.gated())
        .forEach(tool -> tools.put(tool.name(), tool));
    ToolEnvironment environment = ToolEnvironment.of(setup, paths, log);
    this.run = new ToolRun(environment, paths.workspace(), families, log);
    this.log = log;
  }

  /** Returns the problem with the binaries in one sentence, or empty. */
  public Optional<String> problem() {
    List<String> missing =
        tools.values().stream()
            .filter(tool -> !Files.isExecutable(Path.of(tool.binary())))
            .map(tool -> tool.name() + " (" + tool.binary() + ")")
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "The sandbox has no executable file for: " + String.join(", ", missing) + ".");
  }

  /** Runs a call and returns its result; every failure is a result, too. */
  public EventBody.ToolResult run(ToolRequest request) {
    EventBody.ToolResult result = result(request);
    boolean ended = result.exitCode() != EventBody.ToolResult.NO_EXIT_CODE;
    String end = ended ? "exit=" + result.exitCode() : "failed";
    log.line("tool " + result.name() + " " + end + " " + result.durationMillis() + " ms");
    return result;
  }

  private EventBody.ToolResult result(ToolRequest request) {
    AgentSetup.Tool tool = tools.get(request.call().name());
    if (tool == null) {
      return ToolRun.refused(request, "unknown tool " + request.call().name() + "; " + declared());
    }
    ToolInput input;
    try {
      input = ToolInput.parse(request.call().argumentsJson());
    } catch (IllegalArgumentException wrong) {
      return ToolRun.refused(request, String.valueOf(wrong.getMessage()));
    }
    return run.run(request, Path.of(tool.binary()), input);
  }

  private String declared() {
    return tools.isEmpty()
        ? "no tools are declared"
        : "declared tools: " + String.join(", ", tools.keySet());
  }
}
