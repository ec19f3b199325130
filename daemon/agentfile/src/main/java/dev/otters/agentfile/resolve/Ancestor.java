package dev.otters.agentfile.resolve;

import dev.otters.agentfile.ImageName;
import java.util.Optional;

/**
 * An image that another image is built on.
 *
 * @param name the reference with its tag or digest
 * @param digest the digest of the name at that time; empty if only the name is known
 */
public record Ancestor(String name, Optional<String> digest) {

  /**
   * Creates an ancestor from a name in FROM. A name with neither tag nor digest gets the tag {@code
   * latest}.
   */
  public static Ancestor of(ImageName name, Optional<String> digest) {
    boolean plain = name.tag().isEmpty() && name.digest().isEmpty();
    return new Ancestor(plain ? name + ":latest" : name.toString(), digest);
  }
}
