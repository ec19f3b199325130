package dev.otters.agentfile;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A CONTEXT: one named section of the prompt.
 *
 * @param name the name of the section, whose file is {@code NAME.md}
 * @param description text for the model; empty if there is none
 */
public record Context(String name, String description, Body body) implements Declaration {
  private static final Set<String> GENERATED = Set.of("AGENT", "WORKSPACE", "MOUNTS");

  /** The source of a context's text. */
  public sealed interface Body {}

  /** Text in the Agentfile, without a final line end; never empty. */
  public record Inline(String text) implements Body {}

  /**
   * A file of the build context. The path is as written: relative, with {@code /}, not yet checked
   * for links.
   */
  public record FromFile(String path) implements Body {}

  /** No text. The section exists and is empty. */
  public record Empty() implements Body {}

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid or reserved
   */
  public Context {
    Names.refuseIf(complaintAboutName(name), "CONTEXT", name);
  }

  /** Returns why a context cannot have this name; empty for a valid name. */
  public static Optional<String> complaintAboutName(String name) {
    if (GENERATED.contains(name.toUpperCase(Locale.ROOT))) {
      return Optional.of(
          "is reserved: Otters generates " + name.toUpperCase(Locale.ROOT) + ".md at every start");
    }
    return Names.complaintAbout(name);
  }
}
