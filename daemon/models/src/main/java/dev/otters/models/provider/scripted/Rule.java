package dev.otters.models.provider.scripted;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A rule of a script: if its conditions hold, it answers with text, tool calls or both.
 *
 * @param user must match in the last message of the user
 * @param result must match one of the newest tool results
 * @param step the number of the completion within the turn, from 1
 * @param say the text of the answer; empty for none
 * @param delay the pause before each piece of the text
 */
record Rule(
    Optional<Pattern> user,
    Optional<Result> result,
    OptionalInt step,
    String say,
    List<Call> calls,
    Duration delay) {

  /** A condition on a tool result: the name of the tool, and a match in the text. */
  record Result(Optional<String> tool, Optional<Pattern> matches) {}

  /**
   * A tool call. Its texts may contain {@code ${1}}, as {@code say} may.
   *
   * @param input the input as JSON; empty for one of the arguments and {@code stdin}
   */
  record Call(String tool, List<String> args, String stdin, Optional<String> input) {}
}
