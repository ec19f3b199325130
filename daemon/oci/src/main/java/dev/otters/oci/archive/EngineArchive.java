package dev.otters.oci.archive;

import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.OutputStream;

/** Writes an image as a tar that every Docker engine from 20.10 on loads. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"})
public final class EngineArchive {
  private final OciStore store;

  public EngineArchive(OciStore store) {
    this.store = store;
  }

  /**
   * Says how an engine will know the image, without writing anything.
   *
   * @param manifest digest of an image manifest, not of an index
   * @param tag full name for the engine, {@code host/name:tag}
   * @throws dev.otters.oci.OciException NOT_FOUND when it is not in the store, INVALID_IMAGE when
   *     it is no container image
   */
  public EngineImage describe(Digest manifest, String tag) {
    throw new UnsupportedOperationException("coming" + store + manifest + tag);
  }

  /** Writes the image that {@link #describe} describes; the stream stays open. */
  public EngineImage write(Digest manifest, String tag, OutputStream out, Progress progress)
      throws IOException {
    throw new UnsupportedOperationException("coming" + manifest + tag + out + progress);
  }
}
