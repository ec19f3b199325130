package dev.otters.models.provider.local.prompt;

import java.util.List;
import java.util.Optional;

/**
 * Is the form of a tool's arguments: first always the same ones, then a number of free ones. A
 * small model is held to it, as it holds itself to no prose: with {@code sh}, for example, {@code
 * "-c"} and one script.
 *
 * @param fixed at least one
 */
record ArgumentForm(List<String> fixed, int free) {
  private static final int LEAST_CALLS = 3;

  /** Copies the list. */
  ArgumentForm {
    fixed = List.copyOf(fixed);
  }

  /** Finds the form of some calls, empty where they have none in common or are too few to tell. */
  static Optional<ArgumentForm> of(List<List<String>> calls) {
    if (calls.size() < LEAST_CALLS) {
      return Optional.empty();
    }
    List<String> first = calls.getFirst();
    int same = 0;
    while (same < first.size() && agree(calls, same)) {
      same++;
    }
    boolean form = same > 0 && calls.stream().allMatch(call -> call.size() == first.size());
    return form
        ? Optional.of(new ArgumentForm(first.subList(0, same), first.size() - same))
        : Optional.empty();
  }

  private static boolean agree(List<List<String>> calls, int at) {
    String value = calls.getFirst().get(at);
    return calls.stream().allMatch(call -> call.size() > at && call.get(at).equals(value));
  }
}
