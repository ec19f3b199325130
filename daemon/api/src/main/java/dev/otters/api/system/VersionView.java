package dev.otters.api.system;

/**
 * Is what a daemon is.
 *
 * @param api the version of the operator API
 * @param protocol the version of the agents' wire
 * @param java the version of its virtual machine
 */
public record VersionView(String version, int api, int protocol, String java) {
  /** Is the version of the operator API that these records are. */
  public static final int API = 1;
}
