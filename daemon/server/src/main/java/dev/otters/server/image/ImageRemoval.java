package dev.otters.server.image;

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
   * Removes a name.
   *
   * @param text a reference, or a digest that has exactly one name
   * @param force whether to remove the last name of an image that an agent uses; what the agent
   *     needs stays
   * @throws ApiException IMAGE_IN_USE, or AMBIGUOUS for a digest with several names
   */
  public void remove(String text, boolean force) {
    Descriptor found = References.require(store, text);
    ImageReference name = name(text, found);
    Map<Digest, List<String>> used = users.get();
    List<String> agents = used.getOrDefault(found.digest(), List.of());
    if (!agents.isEmpty() && !force && References.of(store, found.digest()).size() == 1) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.IMAGE_IN_USE,
                  "the image " + name + " is used by " + String.join(", ", agents),
                  "remove the agent first with 'otters rm', or use --force: the agent keeps what it"
                      + " needs")
              .withCandidates(agents));
    }
    store.remove(name, used.keySet());
  }

  private ImageReference name(String text, Descriptor found) {
    List<ImageReference> names = References.of(store, found.digest());
    if (!text.startsWith("sha256:")) {
      ImageReference name = ImageReference.parse(text);
      return names.contains(name) ? name : only(text, names);
    }
    return only(text, names);
  }

  private static ImageReference only(String text, List<ImageReference> names) {
    return switch (names.size()) {
      case 0 ->
          throw new OciException(
              OciException.Reason.NOT_FOUND,
              "no image " + text + " in the local store",
              "See: otters image ls.");
      case 1 -> names.getFirst();
      default ->
          throw new ApiException(
              Problem.of(
                      ErrorCode.AMBIGUOUS,
                      text + " has " + names.size() + " names",
                      "remove it by one of its names")
                  .withCandidates(names.stream().map(ImageReference::toString).toList()));
    };
  }
}
