package dev.otters.resources.provider;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tools of the server of a resource, as the first attempt of a turn read them. The next turn
 * may read others.
 *
 * @param tools those that are usable; empty if it was not reached
 * @param notes what is missing and why, as sentences without their ends; empty if nothing is
 */
public record FoundTools(List<FoundTool> tools, List<String> notes) {
  private static final int MOST_NOTES = 16;

  /** No tools. */
  public static final FoundTools NONE = new FoundTools(List.of(), List.of());

  /** Copies the lists. */
  public FoundTools {
    tools = List.copyOf(tools);
    notes = List.copyOf(notes);
  }

  /** Returns the failure to find any. */
  public static FoundTools failed(String why) {
    return new FoundTools(List.of(), List.of(why));
  }

  /** Returns what a turn learns: what is missing. Empty if nothing is. */
  public String text() {
    return notes.isEmpty()
        ? ""
        : notes.stream().collect(Collectors.joining("\n- ", "Of its server:\n\n- ", ""));
  }

  /**
   * Returns these tools without those of some operations.
   *
   * @param refused whether an operation is not usable
   * @param why what is wrong with them
   */
  public FoundTools without(Predicate<String> refused, String why) {
    List<FoundTool> left =
        tools.stream().filter(found -> !refused.test(found.tool().operation())).toList();
    List<String> more =
        tools.stream()
            .filter(found -> !left.contains(found))
            .map(found -> "%s is left out: %s".formatted(Quoted.of(found.name()), why))
            .toList();
    return new FoundTools(left, notes).with(more);
  }

  /** Returns these tools with further notes, as far as there is room. */
  public FoundTools with(List<String> more) {
    return new FoundTools(
        tools, Stream.concat(notes.stream(), more.stream()).limit(MOST_NOTES).toList());
  }
}
