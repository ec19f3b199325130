package dev.otters.oci.store;

import dev.otters.oci.Digest;
import java.nio.file.Path;

/** The paths inside the folder of a store. */
record Layout(Path folder) {
  static final String VERSION = "{\"imageLayoutVersion\":\"1.0.0\"}";

  Path marker() {
    return folder.resolve("oci-layout");
  }

  Path index() {
    return folder.resolve("index.json");
  }

  Path indexCopy() {
    return folder.resolve("index.copy.json");
  }

  Path lock() {
    return folder.resolve("index.lock");
  }

  Path blobs() {
    return folder.resolve("blobs").resolve("sha256");
  }

  Path blob(Digest digest) {
    return blobs().resolve(digest.hex());
  }

  Path partials() {
    return folder.resolve("partial");
  }

  Path staging() {
    return folder.resolve("staging");
  }

  Path quarantine() {
    return folder.resolve("quarantine");
  }
}
