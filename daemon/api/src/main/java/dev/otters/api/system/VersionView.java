package dev.otters.api.system;

/**
 * The versions of a daemon.
 *
 * @param api the version of the operator API
 * @param protocol the version of the agents' wire
 * @param java the version of its virtual machine
 */
public record VersionView(String version, int api, int protocol, String java) {
  /** The version of the operator API. */
  public static final int API = 1;
}
