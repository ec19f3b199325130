package dev.otters.agentfile;

/**
 * An ADD: one file of the build context that becomes part of the image.
 *
 * @param source the path as written: relative to the build context, with {@code /}, not yet checked
 *     for links
 * @param name the name of the file in {@code /etc/data}
 * @param description text for the model; empty if there is none
 */
public record Add(String source, String name, String description) implements Declaration {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Add {
    Names.require("ADD", name);
  }

  @Override
  public Rule rule() {
    return Rule.APPENDED;
  }
}
