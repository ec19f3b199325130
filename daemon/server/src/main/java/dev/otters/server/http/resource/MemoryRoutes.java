package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.memory.MemoryDetail;
import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.api.memory.ResourceCallList;
import dev.otters.api.memory.ResourceCallView;
import dev.otters.api.resource.NamespacePurge;
import dev.otters.api.resource.Purged;
import dev.otters.home.store.Database;
import dev.otters.resources.ResourceAudit;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.memory.Memory;
import dev.otters.resources.memory.MemoryStore;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes of memories, and of the record of calls of resources. */
public record MemoryRoutes(AgentKeeper agents, MemoryStore store, Database database) {
  private static final int USUAL = 50;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Database database) {
    MemoryRoutes routes = new MemoryRoutes(agents, new MemoryStore(database), database);
    return List.of(
        Endpoint.get("/v1/memories", routes::list),
        Endpoint.get("/v1/memories/{memory}", routes::show),
        Endpoint.delete("/v1/memories/{memory}", routes::remove),
        Endpoint.post("/v1/memories/purge", routes::purge),
        Endpoint.get("/v1/resource-calls", routes::calls));
  }

  private Reply list(Request request) {
    Optional<Namespace> below = request.query("namespace").map(Stores::namespace);
    Optional<String> query = request.query("query");
    int limit = request.limit().orElse(USUAL);
    Map<String, String> names = agents.names();
    if (query.isPresent()) {
      List<Memory> found = store.search(below, query.get(), limit);
      return Reply.of(new MemoryList(views(found, names), null));
    }
    long after =
        request
            .query("after", "the 'next' of the page before", Long::valueOf)
            .orElse(Long.MAX_VALUE);
    List<String> topics = request.query("topic").map(List::of).orElse(List.of());
    List<Memory> found = store.newest(below, topics, after, limit + 1);
    List<Memory> page = found.stream().limit(limit).toList();
    return Reply.of(
        new MemoryList(
            views(page, names), found.size() > limit ? Long.toString(page.getLast().key()) : null));
  }

  private Reply show(Request request) {
    List<Memory> chain = store.find(request.path("memory"));
    if (chain.isEmpty()) {
      throw absent(request);
    }
    List<MemoryView> views = views(chain, agents.names());
    return Reply.of(new MemoryDetail(views.getFirst(), views.subList(1, views.size())));
  }

  private Reply remove(Request request) {
    if (!store.remove(request.path("memory"))) {
      throw absent(request);
    }
    return new Reply.Done();
  }

  private Reply purge(Request request) {
    NamespacePurge wanted = request.json(NamespacePurge.class);
    Request.present("namespace", wanted.namespace());
    Namespace namespace = Stores.namespace(wanted.namespace());
    request.concerns(namespace.path());
    return Reply.of(new Purged(store.purge(namespace, wanted.recursive())));
  }

  private Reply calls(Request request) {
    Map<String, String> names = agents.names();
    int limit = request.limit().orElse(USUAL);
    return Reply.of(
        new ResourceCallList(
            database
                .<List<ResourceAudit.Entry>>read(rows -> ResourceAudit.newest(rows, limit))
                .stream()
                .map(call -> view(call, names))
                .toList()));
  }

  private static ResourceCallView view(ResourceAudit.Entry call, Map<String, String> names) {
    return new ResourceCallView(
        call.at(),
        names.getOrDefault(call.agent(), call.agent()),
        call.session(),
        call.activation(),
        call.resource(),
        call.mode(),
        call.operation(),
        call.path(),
        call.allowed());
  }

  private static List<MemoryView> views(List<Memory> memories, Map<String, String> names) {
    return memories.stream().map(memory -> view(memory, names)).toList();
  }

  private static MemoryView view(Memory memory, Map<String, String> names) {
    Memory.Author author = memory.author();
    return new MemoryView(
        memory.id(),
        memory.namespace().path(),
        memory.type().toString(),
        memory.topics(),
        memory.text(),
        names.getOrDefault(author.agent(), author.agent()),
        author.session(),
        memory.createdAt(),
        memory.supersededBy().orElse(null));
  }

  private static ApiException absent(Request request) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "there is no memory " + request.path("memory"),
        "List the memories with 'otters memory ls'.");
  }
}
