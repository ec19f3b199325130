package dev.otters.api.agent;

import java.util.List;

/**
 * The result of a copy of an agent's files.
 *
 * @param files the number of files, folders and links
 * @param bytes the number of bytes in the files
 * @param complete whether everything was copied; sockets, pipes, devices and mounts inside the
 *     folder do not count
 * @param notes the first paths that were left out or changed meanwhile, each with the reason
 * @param moreNotes the number of further ones
 */
public record CopyReport(
    long files, long bytes, boolean complete, List<String> notes, long moreNotes) {
  /** The HTTP trailer that carries the report of a download, as JSON in Base64. */
  public static final String TRAILER = "Otters-Copy-Report";
}
