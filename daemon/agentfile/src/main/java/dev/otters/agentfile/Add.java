package dev.otters.agentfile;

/**
 * Bakes one file of the build context into the image.
 *
 * @param source as it is written: a relative path with {@code /} in the build context, still to be
 *     checked for links
 * @param name the file's name under {@code /etc/data}
 * @param description shown to the model; empty if none
 */
public record Add(String source, String name, String description) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Add {
    Names.require("ADD", name);
  }
}
