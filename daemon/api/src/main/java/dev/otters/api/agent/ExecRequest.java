package dev.otters.api.agent;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program to run in an agent's sandbox.
 *
 * @param command the program and its arguments
 * @param env further variables
 * @param folder the working folder, null for {@code /workspace}
 * @param terminal the size of the program's terminal, null for none
 */
public record ExecRequest(
    List<String> command,
    Map<String, String> env,
    @Nullable String folder,
    @Nullable Size terminal) {
  /** The size of a terminal in characters; 0 when unknown. */
  public record Size(int rows, int columns) {}

  public ExecRequest {
    command = command == null ? List.of() : List.copyOf(command);
    env = env == null ? Map.of() : Map.copyOf(env);
  }
}
