package dev.otters.server.http;

import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.api.image.Transfer;
import dev.otters.api.image.TransferList;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.util.List;
import java.util.Optional;

/**
 * The operations on registries. Safe for use by any thread. An interrupt ends a call, and leaves
 * nothing half-done.
 */
public interface RegistryOperations {
  /**
   * The way in which a request asks registries.
   *
   * @param credentials the credentials of the caller, one per registry, used only for this request
   * @param insecure whether the registries that the request names may use plain HTTP
   */
  record Caller(List<HostCredentials> credentials, boolean insecure) {
    /** Copies the list. */
    public Caller {
      credentials = List.copyOf(credentials);
    }
  }

  /**
   * The content to pull.
   *
   * @param all whether to pull the RUNTIME and the BINs of an agent, too
   * @param platforms the platforms of an index; empty for all
   */
  record Pull(String reference, boolean all, Optional<Platform> platforms) {}

  /** Returns the platform of the sandboxes. */
  Platform platform();

  /** Pulls an image, the first of the result, and what it needs. */
  TransferList pull(Pull request, Caller caller, Progress progress);

  /** Pushes an image of the store to the registry in its name. */
  Transfer push(String reference, Caller caller, Progress progress);

  /** Copies an image, local or of a registry, to a registry. */
  Transfer copy(String from, String to, Caller caller, Progress progress);

  /** Returns the tags of a repository. */
  TagList tags(String repository, Caller caller);

  /** Returns the image of a reference in its registry, without storing it. */
  RemoteImageView inspect(String reference, Caller caller);

  /** Verifies the caller's credentials with their registry. */
  void login(Caller caller);
}
