package dev.otters.models.provider.local.prompt;

import java.util.List;
import java.util.Optional;

/**
 * The form of a tool's arguments: fixed ones, followed by a number of free ones. The grammar
 * enforces it, since small models ignore descriptions. With {@code sh}, for example, it is {@code
 * "-c"} and one script.
 *
 * @param fixed the fixed arguments, at least one
 */
record ArgumentForm(List<String> fixed, int free) {
  private static final int LEAST_CALLS = 3;

  /** Copies the list. */
  ArgumentForm {
    fixed = List.copyOf(fixed);
  }

  /** Returns the common form of calls; empty if they have none or are too few. */
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
