package dev.otters.agentfile;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Describes one named section of the prompt.
 *
 * @param name becomes {@code NAME.md}
 * @param description shown to the model with the section; empty if none
 */
public record Context(String name, String description, Body body) {
  private static final Set<String> GENERATED = Set.of("AGENT", "WORKSPACE", "MOUNTS");

  /** Says where the text of a context comes from. */
  public sealed interface Body {}

  /** Text that stands in the Agentfile, without a final line end; never empty. */
  public record Inline(String text) implements Body {}

  /**
   * A file of the build context: a relative path with {@code /}, as it is written and still to be
   * checked for links.
   */
  public record FromFile(String path) implements Body {}

  /** No text: the section exists and is empty. */
  public record Empty() implements Body {}

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid or reserved
   */
  public Context {
    Names.refuseIf(complaintAboutName(name), "CONTEXT", name);
  }

  /** Says why a context cannot have this name; empty for a valid name. */
  public static Optional<String> complaintAboutName(String name) {
    if (GENERATED.contains(name.toUpperCase(Locale.ROOT))) {
      return Optional.of(
          "is reserved: Otters generates " + name.toUpperCase(Locale.ROOT) + ".md at every start");
    }
    return Names.complaintAbout(name);
  }
}
