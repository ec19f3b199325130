package dev.otters.api.trace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a model to a request.
 *
 * @param text what it said; may be empty
 * @param calls the tools that it called
 * @param millis the time until the end, null if it is not known
 * @param usage null if it is not known
 * @param error the reason why there is no whole answer, null if there is one
 */
public record TraceAnswer(
    String model,
    String text,
    List<Call> calls,
    @Nullable Long millis,
    @Nullable TraceUsage usage,
    @Nullable String error) {
  /** Copies the list. */
  public TraceAnswer {
    calls = List.copyOf(calls);
  }

  /**
   * A call of a tool.
   *
   * @param arguments the arguments as the model wrote them
   */
  public record Call(String name, String arguments) {}
}
