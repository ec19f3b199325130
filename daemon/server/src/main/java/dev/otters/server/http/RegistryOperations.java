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
 * Is what the API does with registries. Any thread may call; an interrupt ends a call, and nothing
 * half-done stays.
 */
public interface RegistryOperations {
  /**
   * Says how one request asks registries.
   *
   * @param credentials each for one registry; they are used for this request and never kept
   * @param insecure whether plain HTTP may be spoken to the registries that the request names
   */
  record Caller(List<HostCredentials> credentials, boolean insecure) {
    /** Copies the list. */
    public Caller {
      credentials = List.copyOf(credentials);
    }
  }

  /**
   * Is what to fetch.
   *
   * @param all whether to fetch what an agent needs, too: its RUNTIME and its BINs
   * @param platforms which part of an index; empty for every platform
   */
  record Pull(String reference, boolean all, Optional<Platform> platforms) {}

  /** Returns the platform of the sandboxes. */
  Platform platform();

  /** Fetches an image; the wanted one is the first of the result. */
  TransferList pull(Pull request, Caller caller, Progress progress);

  /** Sends an image of the store to the registry that it is named after. */
  Transfer push(String reference, Caller caller, Progress progress);

  /** Copies an image of a registry, or a local one, to a registry. */
  Transfer copy(String from, String to, Caller caller, Progress progress);

  /** Returns the tags that a registry has of a repository. */
  TagList tags(String repository, Caller caller);

  /** Returns what a registry has under a reference; nothing is stored. */
  RemoteImageView inspect(String reference, Caller caller);

  /** Asks the registry of the caller's credentials whether it takes them. */
  void login(Caller caller);
}
