package dev.otters.agents.image;

import dev.otters.agentfile.ImageName;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
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
   * @throws ApiException when it is neither ours nor one that we stand in for
   */
  public ImageReference choose(Optional<ImageName> named) {
    if (named.isEmpty() || isReplaced(named.get())) {
      return own;
    }
    if (!named.get().repository().equals(own.repository())) {
      throw ApiException.of(
          ErrorCode.IMAGE_INVALID,
          "the image wants the runtime "
              + named.get()
              + ", which is not one of Otters: only ours can talk to this daemon",
          "build it without RUNTIME, or add "
              + repository(named.get())
              + " to runtime-aliases in ottersd.yaml to run ours in its place");
    }
    return ImageReference.of(named.get());
  }

  /** Says which runtime runs although the Agentfile names another one; empty when none does. */
  public Optional<String> notice(Optional<ImageName> named) {
    return named
        .filter(this::isReplaced)
        .map(name -> own + " runs in place of the runtime " + name + " (runtime-aliases)");
  }

  private boolean isReplaced(ImageName named) {
    return aliases.contains(repository(named));
  }

  private static String repository(ImageName named) {
    return named.host().map(host -> host + "/").orElse("") + named.repository();
  }
}
