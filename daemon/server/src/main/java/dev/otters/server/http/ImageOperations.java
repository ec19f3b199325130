package dev.otters.server.http;

import dev.otters.agents.image.Builds;
import dev.otters.api.RemovalResult;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import java.io.InputStream;
import java.util.List;

/** The operations on agent images. Safe for use by any thread. */
public interface ImageOperations {
  /**
   * Builds an image.
   *
   * @param request the image to build
   * @param credentials the operator's registry credentials, used only for this request
   * @param context a tar with the files, read once and not closed
   * @param progress receives the steps of the build
   */
  BuildResult build(
      Builds.AgentRequest request,
      List<HostCredentials> credentials,
      InputStream context,
      Progress progress);

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
