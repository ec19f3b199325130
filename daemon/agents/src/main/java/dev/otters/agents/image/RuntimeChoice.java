package dev.otters.agents.image;

import dev.otters.agentfile.ImageName;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.store.OciStore;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the runtime of an agent. A runtime receives the agent's token, so runtimes are never
 * fetched from a registry. An Agentfile may name no runtime, a runtime of the local store, the
 * shipped one by its digest, or one that ours replaces.
 *
 * @param own the runtime of this release
 * @param aliases the repositories, without tags, of the runtimes that ours replaces
 * @param store holds the runtime of this release
 */
public record RuntimeChoice(ImageReference own, List<String> aliases, OciStore store) {
  /** Copies the list. */
  public RuntimeChoice {
    aliases = List.copyOf(aliases);
  }

  /**
   * Returns the runtime to use, which is always a local reference.
   *
   * @param named the runtime that the Agentfile names, if any
   * @throws ApiException IMAGE_INVALID when the Agentfile names a foreign runtime
   */
  public ImageReference choose(Optional<ImageName> named) {
    if (named.isEmpty() || isReplaced(named.get()) || isShipped(named.get())) {
      return own;
    }
    if (!isLocal(named.get())) {
      throw ApiException.of(
          ErrorCode.IMAGE_INVALID,
          "the image wants the runtime "
              + named.get()
              + ", which is not the one of this release: only ours can talk to this daemon",
          "Build the image without RUNTIME, or add "
              + repository(named.get())
              + " to runtime-aliases in ottersd.yaml to run ours in its place.");
    }
    return ImageReference.of(named.get());
  }

  /** Returns a notice when our runtime replaces the one that the Agentfile names. */
  public Optional<String> notice(Optional<ImageName> named) {
    return named
        .filter(this::isReplaced)
        .map(name -> own + " runs in place of the runtime " + name + " (runtime-aliases)");
  }

  private boolean isReplaced(ImageName named) {
    return aliases.contains(repository(named));
  }

  private boolean isShipped(ImageName named) {
    Optional<Digest> shipped = store.resolve(own).map(Descriptor::digest);
    return named.digest().isPresent() && named.digest().equals(shipped.map(Digest::toString));
  }

  private boolean isLocal(ImageName named) {
    return named.host().isEmpty()
        && named.digest().isEmpty()
        && named.repository().equals(own.repository());
  }

  private static String repository(ImageName named) {
    return named.host().map(host -> host + "/").orElse("") + named.repository();
  }
}
