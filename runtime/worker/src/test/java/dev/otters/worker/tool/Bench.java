package dev.otters.worker.tool;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.worker.Setups;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.Linux;
import dev.otters.worker.sandbox.SandboxPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** An agent's folders with the host's programs in them, and a tool box over them. */
public final class Bench {
  private static final List<String> PROGRAMS =
      List.of(
          "cat", "env", "head", "kill", "mv", "pwd", "setsid", "sleep", "sh", "touch", "true",
          "yes");

  final SandboxPaths paths;
  final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  final ToolBox tools;

  Bench(Path root, AgentSetup.Env... envs) throws IOException {
    this(root, setup -> Setups.withEnvs(setup, envs));
  }

  Bench(Path root, UnaryOperator<AgentSetup> change) throws IOException {
    Linux.adoptOrphans();
    this.paths = folders(root);
    AgentSetup setup =
        Setups.withTools(
            tool("sh"),
            tool("cat"),
            tool("true"),
            new AgentSetup.Tool("gone", "", root.resolve("gone").toString()));
    this.tools = new ToolBox(change.apply(setup), paths, new Families(false), new Log(lines::add));
  }

  /** Makes the folders of an agent, with the host's programs on its PATH. */
  public static SandboxPaths folders(Path root) throws IOException {
    SandboxPaths paths = new SandboxPaths(root);
    for (Path folder :
        List.of(
            paths.workspace(),
            paths.home(),
            paths.tmp(),
            paths.varLib(),
            paths.bins(),
            paths.context(),
            paths.data(),
            paths.runtime())) {
      Files.createDirectories(folder);
    }
    for (String program : PROGRAMS) {
      Path wrapper = paths.bins().resolve(program);
      Files.writeString(wrapper, "#!/bin/sh\nexec " + onHost(program) + " \"$@\"\n");
      Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return paths;
  }

  /** A tool that is one of the host's programs. */
  public static AgentSetup.Tool tool(String name) {
    return new AgentSetup.Tool(name, name + " of the host", onHost(name).toString());
  }

  EventBody.ToolResult run(String tool, String... args) {
    return run(tool, Duration.ofMinutes(2), new CompletableFuture<>(), args);
  }

  EventBody.ToolResult run(
      String tool, Duration timeout, CompletableFuture<String> cancelled, String... args) {
    return runJson(tool, new ToolInput(List.of(args), "").toJson(), timeout, cancelled);
  }

  EventBody.ToolResult runJson(String tool, String json) {
    return runJson(tool, json, Duration.ofMinutes(2), new CompletableFuture<>());
  }

  private EventBody.ToolResult runJson(
      String tool, String json, Duration timeout, CompletableFuture<String> cancelled) {
    return tools.run(
        new ToolRequest(
            new ToolCall("c1", tool, json), paths.session("cli:chat:1"), timeout, cancelled));
  }

  /** Reads a pid that a tool wrote into the workspace. */
  long pid(String file) throws IOException {
    return Long.parseLong(Files.readString(paths.workspace().resolve(file)).strip());
  }

  private static Path onHost(String program) {
    Path usual = Path.of("/bin", program);
    return Files.exists(usual) ? usual : Path.of("/usr/bin", program);
  }
}
