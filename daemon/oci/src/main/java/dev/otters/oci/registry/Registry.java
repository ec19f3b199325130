package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;

/** Pulls images from OCI registries. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"})
public final class Registry {
  private final RegistrySettings settings;

  public Registry(RegistrySettings settings) {
    this.settings = settings;
  }

  /**
   * Asks the registry what {@code reference} points at, without fetching it.
   *
   * @throws dev.otters.oci.OciException as {@link #pull}
   */
  public Descriptor resolve(ImageReference reference) {
    throw new UnsupportedOperationException("coming" + settings + reference);
  }

  /**
   * Pulls an image and tags it in the store; what the store has already is not fetched again. On
   * any failure the store is as it was.
   *
   * @return what {@code reference} points at now: the index where there is one
   * @throws dev.otters.oci.OciException INVALID_REFERENCE for a local reference, UNREACHABLE,
   *     DENIED, NOT_FOUND, PLATFORM, RATE_LIMITED, REGISTRY, DIGEST_MISMATCH, INVALID_IMAGE or
   *     STORE, each with a remedy
   */
  public Descriptor pull(
      ImageReference reference, OciStore store, PullScope scope, Progress progress) {
    throw new UnsupportedOperationException("coming" + reference + store + scope + progress);
  }
}
