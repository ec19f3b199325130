package dev.otters.server.image;

import dev.otters.agentfile.ImageName;
import dev.otters.oci.ImageReference;
import java.util.List;
import java.util.Optional;

/**
 * Decides which runtime an agent gets: the one that its image names, and ours where it names none
 * or one that we stand in for.
 *
 * @param own the runtime of this release
 * @param aliases repositories of runtimes that we stand in for, without tags
 */
public record RuntimeChoice(ImageReference own, List<String> aliases) {
  /** Copies the list. */
  public RuntimeChoice {
    aliases = List.copyOf(aliases);
  }

  /**
   * Chooses.
   *
   * @param named what the Agentfile names, empty for nothing
   * @return what is used
   */
  public ImageReference choose(Optional<ImageName> named) {
    return named
        .filter(name -> !replaced(name))
        .map(name -> ImageReference.parse(name.toString()))
        .orElse(own);
  }

  /** Returns whether ours runs although the Agentfile names another one. */
  public boolean replaced(ImageName named) {
    return aliases.contains(named.host().map(host -> host + "/").orElse("") + named.repository());
  }
}
