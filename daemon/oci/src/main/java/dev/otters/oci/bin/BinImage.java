package dev.otters.oci.bin;

import dev.otters.oci.Digest;

/**
 * A BIN image of the store, for one platform.
 *
 * @param digest of the index, or of the manifest of an image without an index
 * @param manifest digest of the platform's manifest
 * @param config digest of the platform's image config, which is the image's id in engines
 * @param name the tool's file name
 * @param path the absolute folder of the tool in the image, usually {@code /}
 * @param description one line; empty if none
 * @param usage text for the model; empty if none
 * @param loader the absolute path of the loader, if the image does not contain it; empty if the
 *     tool needs none
 */
public record BinImage(
    Digest digest,
    Digest manifest,
    Digest config,
    String name,
    String path,
    String description,
    String usage,
    String loader) {

  /** Returns the absolute path of the executable inside the image. */
  public String binary() {
    return path.endsWith("/") ? path + name : path + "/" + name;
  }
}
