package dev.otters.server;

import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.api.RemovalResult;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import dev.otters.server.http.ImageOperations;
import java.io.InputStream;
import java.util.List;

/**
 * Implements the operations on agent images.
 *
 * @param builds builds images
 * @param catalog lists images
 * @param removal removes the tags of images
 */
record ImageAccess(Builds builds, AgentImageCatalog catalog, ImageRemoval removal)
    implements ImageOperations {
  @Override
  public BuildResult build(
      Builds.AgentRequest request,
      List<HostCredentials> credentials,
      InputStream context,
      Progress progress) {
    return builds.agent(request, credentials, builds.receive(context), progress);
  }

  @Override
  public ImageList list() {
    return catalog.list();
  }

  @Override
  public ImageView inspect(String reference) {
    return catalog.inspect(reference);
  }

  @Override
  public RemovalResult remove(String reference, boolean force) {
    return new RemovalResult(removal.remove(reference, force));
  }
}
