package dev.otters.models.provider.scripted;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * One rule of a script: if its conditions hold, it says something, or calls tools, or both.
 *
 * @param user must be found in the user's last message
 * @param result must fit the newest results of tools
 * @param step the number of the completion within the turn, from 1
 * @param say empty for nothing
 * @param delay the pause before each piece of the text
 */
record Rule(
    Optional<Pattern> user,
    Optional<Result> result,
    OptionalInt step,
    String say,
    List<Call> calls,
    Duration delay) {

  /** A condition on one of the newest results: the tool's name, and what is found in its text. */
  record Result(Optional<String> tool, Optional<Pattern> matches) {}

  /** A tool call; arguments and input may hold {@code ${1}} as {@code say} may. */
  record Call(String tool, List<String> args, String stdin) {}
}
