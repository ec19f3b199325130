package dev.otters.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program to run in a running sandbox.
 *
 * @param command the program and its arguments; a program without a slash is searched in the
 *     sandbox's {@code PATH}
 * @param environment variables besides those of the sandbox, which they replace
 * @param folder the working folder in the sandbox, absolute
 * @param terminal the size of the program's terminal; empty to run it without one
 */
public record ExecSpec(
    List<String> command,
    Map<String, String> environment,
    String folder,
    Optional<TerminalSize> terminal) {
  /** The working folder of an agent's tools. */
  public static final String USUAL_FOLDER = "/workspace";

  public ExecSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty() || command.getFirst().isEmpty() || !folder.startsWith("/")) {
      throw new IllegalArgumentException("invalid program: " + command + " in " + folder);
    }
    List<String> all = new ArrayList<>(command);
    environment.forEach((name, value) -> all.add(name + value));
    all.add(folder);
    if (all.stream().anyMatch(text -> text.indexOf('\0') >= 0)) {
      throw new IllegalArgumentException(
          "an argument, a variable or the folder contains a NUL character");
    }
  }
}
