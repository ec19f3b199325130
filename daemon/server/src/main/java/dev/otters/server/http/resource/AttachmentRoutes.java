package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.Directory;
import dev.otters.api.resource.AttachmentList;
import dev.otters.api.resource.AttachmentMetadata;
import dev.otters.api.resource.AttachmentView;
import dev.otters.resources.attachment.Attachment;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.server.http.Roots;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.UUID;

/** The route of what sessions see. */
public record AttachmentRoutes(AgentKeeper agents, SessionService sessions, Directory directory) {
  /** Returns the route. */
  public static List<Endpoint> of(
      AgentKeeper agents, SessionService sessions, Directory directory) {
    AttachmentRoutes routes = new AttachmentRoutes(agents, sessions, directory);
    return List.of(
        Endpoint.get("/v1/agents/{name}/sessions/{session}/attachments", routes::list).withRoots());
  }

  private Reply list(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionId named =
        new Roots(sessions).named(request, agent, new SessionId(request.path("session")));
    SessionId session =
        sessions.find(agent, named).orElseThrow(() -> SessionException.notFound(named)).id();
    boolean operator = Roots.isOperator(request);
    return Reply.of(
        new AttachmentList(
            directory.attachments(agent, session).stream().map(it -> view(it, operator)).toList()));
  }

  private static AttachmentView view(Attachment attachment, boolean operator) {
    return new AttachmentView(
        attachment.id(),
        attachment.kind().toString(),
        operator ? attachment.source() : null,
        attachment.path().orElse(null),
        attachment.access(),
        attachment.metadataPrompt().map(AttachmentMetadata::new).orElse(null));
  }
}
