package dev.otters.executor;

import java.util.regex.Pattern;

/**
 * Brings one tool into a sandbox, as a read-only folder at {@code /opt/bin-images/<name>}.
 *
 * @param name the tool's name: letters, digits, dots, dashes and underscores
 * @param image what is mounted
 * @param path where in the image the folder with the binary is, such as {@code /}
 */
public record BinMount(String name, ImagePin image, String path) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  public BinMount {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" is no name of a tool");
    }
  }

  /** Returns where the image stands in the sandbox. */
  public String target() {
    return "/opt/bin-images/" + name;
  }
}
