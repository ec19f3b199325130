package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.Directory;
import dev.otters.home.store.Database;
import dev.otters.resources.scratch.ScratchStore;
import dev.otters.server.http.Endpoint;
import dev.otters.sessions.Sessions;
import java.util.List;
import java.util.stream.Stream;

/** The routes of what agents keep besides their conversations, and of what sessions see of it. */
public final class ResourceRoutes {
  private ResourceRoutes() {}

  /** Returns the routes. */
  public static List<Endpoint> of(
      AgentKeeper agents,
      Sessions sessions,
      Directory directory,
      Database database,
      ScratchStore pads) {
    return Stream.of(
            MemoryRoutes.of(agents, database),
            StoredFileRoutes.of(agents, database),
            ScratchRoutes.of(pads),
            DurableFileRoutes.of(agents, directory),
            RepoRoutes.of(agents),
            LearningRoutes.of(agents, directory.learnings()),
            DraftRoutes.of(agents, sessions, directory),
            AttachmentRoutes.of(agents, sessions.service(), directory))
        .flatMap(List::stream)
        .toList();
  }
}
