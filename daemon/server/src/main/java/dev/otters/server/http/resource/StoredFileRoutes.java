package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.resource.FileDetail;
import dev.otters.api.resource.FileList;
import dev.otters.api.resource.FileView;
import dev.otters.api.resource.NamespacePurge;
import dev.otters.api.resource.Purged;
import dev.otters.home.store.Database;
import dev.otters.resources.files.FileStore;
import dev.otters.resources.files.StoredFile;
import dev.otters.resources.grant.Namespace;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes of the text files that agents keep. */
public record StoredFileRoutes(AgentKeeper agents, FileStore store) {
  private static final int USUAL = 50;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Database database) {
    StoredFileRoutes routes = new StoredFileRoutes(agents, new FileStore(database));
    return List.of(
        Endpoint.get("/v1/files", routes::list),
        Endpoint.get("/v1/files/{file}", routes::show),
        Endpoint.delete("/v1/files/{file}", routes::remove),
        Endpoint.post("/v1/files/purge", routes::purge));
  }

  private Reply list(Request request) {
    Optional<Namespace> below = request.query("namespace").map(Stores::namespace);
    int limit = request.limit().orElse(USUAL);
    long after =
        request.query("after", "the 'next' of the page before", StoredFileRoutes::count).orElse(0L);
    List<StoredFile> found = store.list(below, after, limit + 1);
    Map<String, String> names = agents.names();
    return Reply.of(
        new FileList(
            found.stream().limit(limit).map(file -> view(file, names)).toList(),
            found.size() > limit ? Long.toString(after + limit) : null));
  }

  private static long count(String text) {
    return Integer.parseUnsignedInt(text);
  }

  private Reply show(Request request) {
    FileStore.Opened opened = id(request).flatMap(store::find).orElseThrow(() -> absent(request));
    return Reply.of(new FileDetail(view(opened.file(), agents.names()), opened.text()));
  }

  private Reply remove(Request request) {
    if (id(request).filter(store::remove).isEmpty()) {
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

  private static Optional<Long> id(Request request) {
    return Optional.of(request.path("file"))
        .filter(text -> text.matches("[0-9]{1,18}"))
        .map(Long::valueOf);
  }

  private static FileView view(StoredFile file, Map<String, String> names) {
    StoredFile.Author author = file.author();
    return new FileView(
        file.key(),
        file.namespace().path(),
        file.path(),
        file.bytes(),
        file.sha256(),
        names.getOrDefault(author.agent(), author.agent()),
        author.session(),
        file.writtenAt());
  }

  private static ApiException absent(Request request) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        "there is no file " + request.path("file"),
        "List the files with 'otters file ls'.");
  }
}
