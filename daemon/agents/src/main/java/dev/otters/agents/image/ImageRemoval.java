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

/** Takes names of images away, and what no name and no agent needs any more. */
public final class ImageRemoval {
  private final OciStore store;
  private final Supplier<Map<Digest, List<String>>> users;

  /**
   * Removes from a store.
   *
   * @param store the store
   * @param users tells which agents, by name, use which images
   */
  public ImageRemoval(OciStore store, Supplier<Map<Digest, List<String>>> users) {
    this.store = store;
    this.users = users;
  }

  /**
   * Removes a name, or with {@code force} all names of an image that is named by its digest.
   *
   * @param text a reference, or a digest or its beginning
   * @param force whether to remove several names, and the last name of an image that an agent uses;
   *     what the agent needs stays
   * @return the names that were removed
   * @throws ApiException IMAGE_IN_USE, or AMBIGUOUS for a digest with several names
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
                  "remove the agent first with 'otters rm', or use --force: the agent keeps what it"
                      + " needs")
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
          "See: otters image ls.");
    }
    if (all.size() > 1 && !force) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.AMBIGUOUS,
                  text + " has " + all.size() + " names",
                  "remove it by one of its names, or all of them with --force")
              .withCandidates(all.stream().map(ImageReference::toString).toList()));
    }
    return all;
  }
}
