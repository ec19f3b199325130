package dev.otters.api.agent;

/**
 * A file, folder or link of an agent.
 *
 * @param name the last part of its path, as in the tar
 * @param kind {@code file}, {@code folder} or {@code link}
 * @param size of a file in bytes; 0 for other kinds
 */
public record FileFacts(String name, String kind, long size) {
  /** The HTTP header that carries the facts before a download, as JSON in Base64. */
  public static final String HEADER = "Otters-File-Facts";
}
