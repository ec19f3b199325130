package dev.otters.oci.bin;

import dev.otters.oci.Digest;
import dev.otters.oci.Platform;

/**
 * A BIN image of the store, for one platform.
 *
 * @param digest of what was asked for: the index, or the manifest where there is no index
 * @param manifest digest of the platform's manifest
 * @param config digest of the platform's image config, by which engines know the image
 * @param name the tool's file name
 * @param path the absolute folder that holds it in the image, {@code /} in most
 * @param description one line; empty if none
 * @param usage text for the model; empty if none
 * @param loader the absolute path of what loads the tool, where the image does not bring it along;
 *     empty if it needs none
 */
public record BinImage(
    Digest digest,
    Digest manifest,
    Digest config,
    Platform platform,
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
