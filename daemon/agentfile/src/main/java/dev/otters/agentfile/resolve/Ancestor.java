package dev.otters.agentfile.resolve;

import dev.otters.agentfile.ImageName;
import java.util.Optional;

/**
 * Names an image that an image was built on.
 *
 * @param name the reference with its tag or digest
 * @param digest what it stood for then; empty where only the name was handed down
 */
public record Ancestor(String name, Optional<String> digest) {

  /** Makes an ancestor of a name as FROM writes it; one with neither tag nor digest is latest. */
  public static Ancestor of(ImageName name, Optional<String> digest) {
    boolean plain = name.tag().isEmpty() && name.digest().isEmpty();
    return new Ancestor(plain ? name + ":latest" : name.toString(), digest);
  }
}
