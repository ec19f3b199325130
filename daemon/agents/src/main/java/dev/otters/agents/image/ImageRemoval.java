package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.store.OciStore;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Removes tags of images, and the content that no tag and no agent needs.
 *
 * @param store the store
 * @param users returns the names of the agents that use each image
 */
public record ImageRemoval(OciStore store, Supplier<Map<Digest, List<String>>> users) {
  /**
   * Removes a tag, or with {@code force} all tags of a digest.
   *
   * @param text a reference, a digest, or the beginning of a digest
   * @param force whether to remove several tags, and the last tag of an image in use; agents keep
   *     what they need
   * @return the removed tags
   * @throws ApiException IMAGE_IN_USE, or AMBIGUOUS for a digest with several tags
   */
  public List<String> remove(String text, boolean force) {
    Descriptor found = References.require(store, text);
    List<ImageReference> all = References.of(store, found.digest());
    List<ImageReference> names = names(text, all, force);
    Map<Digest, List<String>> used = users.get();
    List<String> agents = used.getOrDefault(found.digest(), List.of());
    if (!agents.isEmpty() && !force && all.size() == names.size()) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.IMAGE_IN_USE,
                  "the image " + names.getFirst() + " is used by " + String.join(", ", agents),
                  "Remove the agent first with 'otters rm', or use --force; the agent keeps what it"
                      + " needs.")
              .withCandidates(agents));
    }
    names.forEach(name -> store.remove(name, used.keySet()));
    return names.stream().map(ImageReference::toString).toList();
  }

  private List<ImageReference> names(String text, List<ImageReference> all, boolean force) {
    if (References.digest(store, text).isEmpty()) {
      ImageReference name = ImageReference.parse(text);
      if (all.contains(name)) {
        return List.of(name);
      }
    }
    if (all.isEmpty()) {
      throw new OciException(
          OciException.Reason.NOT_FOUND,
          "no image " + text + " in the local store",
          "List images with: otters image ls.");
    }
    if (all.size() > 1 && !force) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.AMBIGUOUS,
                  text + " has " + all.size() + " names",
                  "Remove it by one of its names, or use --force to remove all.")
              .withCandidates(all.stream().map(ImageReference::toString).toList()));
    }
    return all;
  }
}
