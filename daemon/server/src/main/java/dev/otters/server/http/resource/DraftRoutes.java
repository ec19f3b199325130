package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.Directory;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.durable.DraftList;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.PromoteFile;
import dev.otters.api.durable.PromoteRequest;
import dev.otters.api.durable.StageRequest;
import dev.otters.api.durable.StagedDraft;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.resources.writeback.Writeback;
import dev.otters.resources.writeback.Writeback.Place;
import dev.otters.resources.writeback.Writeback.Wanted;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.outcome.Outcomes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The routes of the drafts of sessions, from which durable files are written. */
public record DraftRoutes(
    AgentKeeper agents, SessionService sessions, Outcomes outcomes, Directory directory) {
  private static final String DRAFTS = "/v1/agents/{name}/sessions/{session}/drafts";

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Sessions sessions, Directory directory) {
    DraftRoutes routes =
        new DraftRoutes(agents, sessions.service(), sessions.outcomes(), directory);
    return List.of(
        Endpoint.get(DRAFTS, routes::list),
        Endpoint.post(DRAFTS, routes::stage),
        Endpoint.get(DRAFTS + "/comparison", routes::compare),
        Endpoint.post(DRAFTS + "/promote", routes::promote));
  }

  private Writeback writeback() {
    return directory.writeback();
  }

  /** Returns the session. One that does not exist has no drafts, and is refused. */
  private Place place(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionId session = sessions.named(agent, new SessionId(request.path("session")));
    SessionView found =
        sessions.find(agent, session).orElseThrow(() -> SessionException.notFound(session));
    return new Place(agent, found.id().value());
  }

  private Reply list(Request request) {
    return Reply.of(
        new DraftList(
            writeback().drafts(place(request)).stream().map(DurableViews::draft).toList()));
  }

  private Reply stage(Request request) {
    Place place = place(request);
    StageRequest wanted = request.json(StageRequest.class);
    Request.present("file", wanted.file());
    FilePath source = Writeback.target(wanted.file());
    FilePath draft = wanted.draft() == null ? source : writeback().draft(place, wanted.draft());
    Writeback.Staged staged = writeback().stage(place, source, draft, wanted.overwrite());
    return Reply.of(
        new StagedDraft(
            draft.toString(),
            writeback().shown(place, draft),
            staged.content().sha256(),
            staged.reused(),
            DurableViews.file(staged.source())));
  }

  private Reply compare(Request request) {
    Place place = place(request);
    FilePath draft = writeback().draft(place, request.required("draft"));
    FilePath target = target(place, draft, request.query("file").orElse(null));
    return Reply.of(
        DurableViews.comparison(
            writeback().compare(place, draft, target), directory.redactor(place.agent())));
  }

  private FilePath target(Place place, FilePath draft, @Nullable String file) {
    return file == null ? writeback().targetOf(place, draft) : Writeback.target(file);
  }

  private Reply promote(Request request) {
    Place place = place(request);
    PromoteRequest wanted = request.json(PromoteRequest.class);
    if (wanted.files() == null
        || wanted.files().isEmpty()
        || wanted.files().size() > SubstrateLimits.CHANGES) {
      throw Request.invalid("field 'files' must have 1 to " + SubstrateLimits.CHANGES + " entries");
    }
    List<Wanted> all = wanted.files().stream().map(file -> wanted(place, file)).toList();
    request.concerns(
        "%s/%s/%s"
            .formatted(
                request.path("name"),
                place.session(),
                all.stream().map(it -> it.target().toString()).collect(Collectors.joining(","))));
    WriteGate gate = gate(place, wanted.noOutcomeGate(), all);
    List<FileVersion> written =
        writeback().promote(place, "", all, directory.redactor(place.agent()), gate);
    return Reply.of(new DurableFileList(written.stream().map(DurableViews::file).toList()));
  }

  /** Returns the gate of the outcome, or one that stores with the write that it was overridden. */
  private WriteGate gate(Place place, boolean override, List<Wanted> all) {
    SessionId session = new SessionId(place.session());
    if (override) {
      List<String> files = all.stream().map(it -> it.target().toString()).toList();
      return outcomes.override(place.agent(), session, files);
    }
    return outcomes.gate(place.agent(), session, found -> unmet(session, found));
  }

  private static ApiException unmet(SessionId session, OutcomeEvaluation found) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "the outcome of session %s is not met: %s".formatted(session, Outcomes.summary(found)),
        "See 'otters outcome show', or use --no-outcome-gate.");
  }

  private Wanted wanted(Place place, PromoteFile file) {
    Request.present("draft", file.draft());
    Request.present("sha256", file.sha256());
    FilePath draft = writeback().draft(place, file.draft());
    return new Wanted(
        draft,
        target(place, draft, file.file()),
        Optional.of(file.sha256()),
        DurableViews.expected(
            DurableViews.MEMBERS, file.expectedVersion(), file.expectedHash(), file.absent()));
  }
}
