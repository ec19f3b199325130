package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.Directory;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.RestoreRequest;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.Expected;
import dev.otters.resources.substrate.FileChange;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.Writeback;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The routes of the durable files of agents. */
public record DurableFileRoutes(AgentKeeper agents, Directory directory) {
  private static final String FILES = "/v1/agents/{name}/resources";
  private static final String CONTENT = FILES + "/content";
  private static final int USUAL = 10;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Directory directory) {
    DurableFileRoutes routes = new DurableFileRoutes(agents, directory);
    return List.of(
        Endpoint.get(FILES, routes::list),
        Endpoint.get(FILES + "/versions", routes::versions),
        Endpoint.get(CONTENT, routes::read),
        Endpoint.put(CONTENT, routes::write),
        Endpoint.post(FILES + "/restore", routes::restore));
  }

  private Substrate files() {
    return directory.writeback().files();
  }

  private UUID agent(Request request) {
    return agents.id(request.path("name"));
  }

  private Reply list(Request request) {
    return list(files().files(agent(request)));
  }

  private Reply versions(Request request) {
    FilePath path = Writeback.target(request.required("path"));
    return list(files().versions(agent(request), path, request.limit().orElse(USUAL)));
  }

  private static Reply list(List<FileVersion> files) {
    return Reply.of(new DurableFileList(files.stream().map(DurableViews::file).toList()));
  }

  private Reply read(Request request) {
    UUID agent = agent(request);
    FilePath path = Writeback.target(request.required("path"));
    FileVersion version =
        request
            .query("version", "the id of a version", Long::valueOf)
            .map(id -> of(path, files().version(agent, id)))
            .orElseGet(() -> current(agent, path));
    return Reply.file(files().content(agent, version).bytes());
  }

  private static FileVersion of(FilePath path, FileVersion version) {
    if (!version.path().equals(path)) {
      throw WritebackException.notFound(path + " has no version " + version.id());
    }
    return version;
  }

  private FileVersion current(UUID agent, FilePath path) {
    return files()
        .file(agent, path)
        .orElseThrow(() -> WritebackException.notFound("there is no durable file " + path));
  }

  private Reply write(Request request) {
    UUID agent = agent(request);
    FilePath path = Writeback.target(request.required("path"));
    request.concerns(request.path("name") + "/" + path);
    Expected expected =
        DurableViews.expected(
            "expected-version or expected-hash",
            request.query("expected-version").orElse(null),
            request.query("expected-hash").orElse(null),
            request.flag("absent"));
    Content content = Content.of(request.file(SubstrateLimits.FILE_BYTES));
    FileChange change = new FileChange(path, content, Optional.empty(), expected);
    return Reply.of(
        DurableViews.file(directory.writeback().write(agent, change, directory.redactor(agent))));
  }

  private Reply restore(Request request) {
    UUID agent = agent(request);
    RestoreRequest wanted = request.json(RestoreRequest.class);
    Request.present("version", wanted.version());
    long version = DurableViews.version("field 'version'", wanted.version());
    request.concerns(request.path("name") + "/" + files().version(agent, version).path());
    Expected expected =
        DurableViews.expected(
            DurableViews.MEMBERS, wanted.expectedVersion(), wanted.expectedHash(), wanted.absent());
    return Reply.of(
        DurableViews.file(
            directory.writeback().restore(agent, version, expected, directory.redactor(agent))));
  }
}
