package dev.otters.agents.rows;

import dev.otters.executor.BinMount;
import dev.otters.executor.ImagePin;

/**
 * Is a BIN that an agent has, pinned to what it was when the agent was created.
 *
 * @param name the tool's name for the model, and its file name in {@code /opt/bins}
 * @param image the image that it comes from
 * @param folder the absolute folder of the program inside that image, such as {@code /}
 * @param file the program's name in that folder
 * @param description empty for none
 */
public record Tool(String name, ImagePin image, String folder, String file, String description) {
  /** Returns where the program lies in the sandbox: where the link in {@code /opt/bins} leads. */
  public String program() {
    return mount().target() + (folder.endsWith("/") ? folder : folder + "/") + file;
  }

  public BinMount mount() {
    return new BinMount(name, image, folder);
  }
}
