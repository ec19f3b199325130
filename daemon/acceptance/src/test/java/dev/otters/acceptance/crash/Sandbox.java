package dev.otters.acceptance.crash;

import dev.otters.acceptance.Otters;
import dev.otters.acceptance.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The processes in a sandbox.
 *
 * @param session the session that has it; empty for that of the agent
 */
record Sandbox(Otters otters, String agent, Optional<String> session) {
  Sandbox(Otters otters, String agent) {
    this(otters, agent, Optional.empty());
  }

  /** Returns the program inside the sandbox; empty if it does not run. */
  Optional<ProcessHandle> runtime() {
    List<String> command = new ArrayList<>(List.of("top", agent, "--output", "json"));
    session.ifPresent(it -> command.addAll(List.of("--session", it)));
    Run top = otters.run(command.toArray(String[]::new));
    if (top.code() != 0) {
      return Optional.empty();
    }
    return StreamSupport.stream(Otters.JSON.readTree(top.out()).spliterator(), false)
        .filter(it -> it.get("command").asString().startsWith("/opt/runtime/bin/runtime"))
        .findFirst()
        .flatMap(it -> ProcessHandle.of(it.get("pid").asLong()));
  }

  /** Returns the first process, with which all others end; empty if it does not run. */
  Optional<ProcessHandle> first() {
    if (session.isPresent()) {
      return runtime().flatMap(ProcessHandle::parent);
    }
    long pid = otters.inspect(agent).at("/sandbox/pid").asLong();
    return pid > 0 ? ProcessHandle.of(pid) : Optional.empty();
  }
}
