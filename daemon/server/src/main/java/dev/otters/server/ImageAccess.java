package dev.otters.server;

import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.api.RemovalResult;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageView;
import dev.otters.oci.Progress;
import dev.otters.server.http.ImageOperations;
import java.io.InputStream;

/**
 * Gives operators access to the agent images.
 *
 * @param builds makes them
 * @param catalog shows them
 * @param removal takes their names away
 */
record ImageAccess(Builds builds, AgentImageCatalog catalog, ImageRemoval removal)
    implements ImageOperations {
  @Override
  public BuildResult build(Build request, InputStream context, Progress progress) {
    Builds.AgentRequest wanted =
        new Builds.AgentRequest(
            request.file(),
            request.tags(),
            request.check(),
            request.arguments(),
            request.fallback(),
            request.created());
    return builds.agent(wanted, request.credentials(), builds.receive(context), progress);
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
