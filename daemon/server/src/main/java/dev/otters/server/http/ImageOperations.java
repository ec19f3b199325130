package dev.otters.server.http;

import dev.otters.api.RemovalResult;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Is what the API does with agent images. Any thread may call. */
public interface ImageOperations {
  /**
   * Is what to build.
   *
   * @param file the Agentfile's path in the build context
   * @param tags what to call the image; may be empty
   * @param check whether to check only
   * @param arguments values of ARGs
   * @param fallback what an image without any NAME is called; may be empty
   * @param created pins the time of the image
   * @param credentials each for one registry; they are used for this request and never kept
   */
  record Build(
      String file,
      List<String> tags,
      boolean check,
      Map<String, String> arguments,
      String fallback,
      Optional<Instant> created,
      List<HostCredentials> credentials) {
    /** Copies the collections. */
    public Build {
      tags = List.copyOf(tags);
      arguments = Map.copyOf(arguments);
      credentials = List.copyOf(credentials);
    }
  }

  /**
   * Builds an image.
   *
   * @param context a tar with the files, read once and not closed
   */
  BuildResult build(Build request, InputStream context, Progress progress);

  /** Returns all agent images. */
  ImageList list();

  /** Returns everything about an image, named by reference or digest. */
  ImageView inspect(String reference);

  /**
   * Removes a name of an image, or with {@code force} all of a digest.
   *
   * @param force whether to remove the last name of an image that an agent uses, too
   */
  RemovalResult remove(String reference, boolean force);
}
