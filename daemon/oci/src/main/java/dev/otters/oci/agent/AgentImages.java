package dev.otters.oci.agent;

import dev.otters.oci.BuiltImage;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.util.List;

/** Builds agent images into a store, and reads them from it. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"})
public final class AgentImages {
  private final OciStore store;

  public AgentImages(OciStore store) {
    this.store = store;
  }

  /**
   * Builds an image; the same inputs give the same digest.
   *
   * @throws dev.otters.oci.OciException BUILD_INPUT listing every file that cannot be packed; then
   *     the store is as it was
   */
  public BuiltImage build(AgentBuild build, Progress progress) {
    throw new UnsupportedOperationException("coming" + store + build + progress);
  }

  /**
   * Reads an image and checks it as strictly as a source file.
   *
   * @throws dev.otters.oci.OciException NOT_FOUND when it is not in the store, INVALID_IMAGE when
   *     it is no valid agent image
   */
  public AgentImage load(ImageReference reference) {
    throw new UnsupportedOperationException("coming" + reference);
  }

  /** Reads the image whose manifest has this digest; as {@link #load(ImageReference)}. */
  public AgentImage load(Digest digest) {
    throw new UnsupportedOperationException("coming" + digest);
  }

  /** Returns the tags of agent images, sorted by their text. */
  public List<StoredImage> list() {
    throw new UnsupportedOperationException("coming");
  }
}
