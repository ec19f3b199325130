package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import java.io.IOException;

/** A source that can supply damaged content again. */
@FunctionalInterface
public interface BlobSource {
  /**
   * Writes one blob or manifest, depending on its media type. The caller checks the content and
   * finishes the writer.
   *
   * @param from the reference that the image was pulled by
   * @throws IOException when {@code into} does
   * @throws dev.otters.oci.OciException if the content is not available
   */
  void fetch(ImageReference from, Descriptor blob, BlobWriter into) throws IOException;
}
