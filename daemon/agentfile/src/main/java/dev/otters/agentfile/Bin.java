package dev.otters.agentfile;

/**
 * Gives the agent one tool.
 *
 * @param name the tool's name for the model and its file name under {@code /opt/bins}
 * @param image where the tool is pulled from
 * @param description wins over the image's own; empty if none
 * @param usage wins over the image's own usage text; empty if none
 */
public record Bin(String name, ImageName image, String description, String usage) {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Bin {
    Names.require("BIN", name);
  }
}
