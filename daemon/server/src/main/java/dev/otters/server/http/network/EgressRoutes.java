package dev.otters.server.http.network;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.agent.ContactView;
import dev.otters.api.agent.EgressView;
import dev.otters.egress.Contact;
import dev.otters.egress.EgressServer;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;
import java.util.UUID;

/** The route of the hosts that an agent reached or wanted to reach. */
public record EgressRoutes(AgentKeeper agents, EgressServer egress) {
  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, EgressServer egress) {
    return List.of(
        Endpoint.get("/v1/agents/{name}/egress", new EgressRoutes(agents, egress)::show));
  }

  private Reply show(Request request) {
    UUID agent = agents.id(request.path("name"));
    return Reply.of(
        new EgressView(egress.contacts(agent).stream().map(EgressRoutes::view).toList()));
  }

  private static ContactView view(Contact contact) {
    return new ContactView(
        contact.host(),
        contact.port(),
        contact.allowed(),
        contact.rule(),
        contact.connections(),
        contact.sent(),
        contact.received(),
        contact.last());
  }
}
