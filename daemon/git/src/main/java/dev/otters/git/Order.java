package dev.otters.git;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/**
 * One clone that the daemon asks for.
 *
 * @param url an https, http or file URL without a user
 * @param ref a branch, a tag, a whole name such as {@code refs/heads/main}, or the id of a commit;
 *     empty for the repository's HEAD
 * @param folder receives the clone; it must not exist
 * @param user the name for the server of the URL; ignored without a password
 * @param password empty for none
 */
record Order(URI url, String ref, Path folder, String user, String password, Limits limits) {
  /**
   * The most that a clone may have.
   *
   * @param transfer bytes from the server, and bytes of all objects on the disk
   * @param files files, links and folders
   * @param bytes bytes of all files
   */
  record Limits(long transfer, long files, long bytes) {}

  /** Reads an order. Texts are written as by {@link java.io.DataOutput#writeUTF}. */
  static Order read(DataInputStream in) throws IOException {
    return new Order(
        URI.create(in.readUTF()),
        in.readUTF(),
        Path.of(in.readUTF()),
        in.readUTF(),
        in.readUTF(),
        new Limits(in.readLong(), in.readLong(), in.readLong()));
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "Order[url=" + url + ", ref=" + ref + "]";
  }
}
