package dev.otters.agentfile;

/**
 * A BIN: one tool of the agent.
 *
 * @param name the tool's name for the model, and its file name in {@code /opt/bins}
 * @param image the image that contains the tool
 * @param description replaces the description of the image; empty if there is none
 * @param usage replaces the usage text of the image; empty if there is none
 */
public record Bin(String name, ImageName image, String description, String usage)
    implements Declaration {
  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException if the name is not valid
   */
  public Bin {
    Names.require("BIN", name);
  }

  @Override
  public Rule rule() {
    return Rule.APPENDED;
  }
}
