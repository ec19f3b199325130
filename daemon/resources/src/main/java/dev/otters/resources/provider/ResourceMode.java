package dev.otters.resources.provider;

import java.util.Arrays;

/** The access to a resource. */
public enum ResourceMode {
  /** Read only. */
  READ("read"),
  /** Read and write. */
  READ_WRITE("read-write");

  private final String text;

  ResourceMode(String text) {
    this.text = text;
  }

  /**
   * Returns the mode that an Agentfile writes so.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ResourceMode of(String text) {
    return Arrays.stream(values())
        .filter(mode -> mode.text.equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no mode " + text));
  }

  /** Returns whether this mode includes what needs another one. */
  public boolean includes(ResourceMode needed) {
    return compareTo(needed) >= 0;
  }

  /** Returns the mode as an Agentfile writes it. */
  @Override
  public String toString() {
    return text;
  }
}
