package dev.otters.oci.archive;

import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** Moves images between a store and OCI-layout tar files. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"})
public final class ImageTar {
  private final OciStore store;

  public ImageTar(OciStore store) {
    this.store = store;
  }

  /**
   * Loads every image of a tar that names itself, checking all digests.
   *
   * @return the new tags
   * @throws dev.otters.oci.OciException INVALID_IMAGE or DIGEST_MISMATCH when anything in it is
   *     wrong; then the store is as it was
   */
  public List<ImageReference> load(Path tar, Progress progress) {
    throw new UnsupportedOperationException("coming" + store + tar + progress);
  }

  /**
   * Writes images with all that belongs to them; the stream stays open.
   *
   * @throws dev.otters.oci.OciException NOT_FOUND when one is not in the store
   */
  public void write(List<ImageReference> images, OutputStream out) throws IOException {
    throw new UnsupportedOperationException("coming" + images + out);
  }
}
