package dev.otters.executor;

import java.util.regex.Pattern;

/**
 * A tool of a sandbox, in a read-only folder at {@code /opt/bin-images/<name>}.
 *
 * @param name the tool's name: letters, digits, dots, dashes and underscores
 * @param image the tool's image
 * @param path the folder of the image that holds the binary, such as {@code /}
 */
public record BinMount(String name, ImagePin image, String path) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  public BinMount {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("\"" + name + "\" is not a valid name of a tool");
    }
  }

  /** Returns the path of the image in the sandbox. */
  public String target() {
    return "/opt/bin-images/" + name;
  }
}
