package dev.otters.acceptance.crash;

import dev.otters.acceptance.Otters;
import dev.otters.acceptance.Run;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The processes in an agent's sandbox. */
record Sandbox(Otters otters, String agent) {
  /** Returns the program inside the sandbox; empty if it does not run. */
  Optional<ProcessHandle> runtime() {
    Run top = otters.run("top", agent, "--output", "json");
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
    long pid = otters.inspect(agent).at("/sandbox/pid").asLong();
    return pid > 0 ? ProcessHandle.of(pid) : Optional.empty();
  }
}
