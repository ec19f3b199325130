package dev.otters.agents.rows;

import dev.otters.executor.BinMount;
import dev.otters.executor.ImagePin;

/**
 * A BIN of an agent, pinned at creation.
 *
 * @param name the name of the tool for the model, and of its file in {@code /opt/bins}
 * @param folder the absolute folder of the program in that image, such as {@code /}
 * @param file the program's name in that folder
 * @param description empty for none
 */
public record Tool(String name, ImagePin image, String folder, String file, String description) {
  /**
   * Returns the path of the program in the sandbox, to which the link in {@code /opt/bins} points.
   */
  public String program() {
    return mount().target() + (folder.endsWith("/") ? folder : folder + "/") + file;
  }

  public BinMount mount() {
    return new BinMount(name, image, folder);
  }
}
