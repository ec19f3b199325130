package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import java.io.IOException;

/** Gets content again that was damaged. */
@FunctionalInterface
public interface BlobSource {
  /**
   * Writes one blob, or one manifest where its media type says so; the caller checks it and ends
   * the writer.
   *
   * @param from where the image was pulled from
   * @throws IOException when {@code into} does
   * @throws dev.otters.oci.OciException when it cannot be had
   */
  void fetch(ImageReference from, Descriptor blob, BlobWriter into) throws IOException;
}
