package dev.otters.agents.substrate;

import dev.otters.agents.catalog.CatalogDisk;
import dev.otters.agents.catalog.LearningDisk;
import dev.otters.agents.files.SeenFile;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.PromptRows.Prompt;
import dev.otters.agents.session.DraftDisk;
import dev.otters.agents.session.SessionArea;
import dev.otters.agents.session.SessionDisk;
import dev.otters.agents.session.SessionRemovals;
import dev.otters.agents.session.SettledDrafts;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.start.Launch;
import dev.otters.agents.start.Step;
import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.resources.writeback.Writeback;
import dev.otters.resources.writeback.WritebackCalls;
import dev.otters.sessions.catalog.Catalog;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.outcome.Seen;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folders that agents share with the daemon, as their starts and prompts use them.
 *
 * @param writeback their durable files
 */
public record AgentSubstrates(
    Writeback writeback,
    Learnings learnings,
    CatalogDisk catalog,
    SessionDisk sessions,
    SessionRemovals removals,
    AgentRoots roots) {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final Set<String> SECTIONS = SubstratePrompt.sections(Substrate.USUAL);

  /** Returns the files of the agents of a home. */
  public static AgentSubstrates of(Database database, Time time, AgentRoots roots, AgentRows rows) {
    Substrate files = new Substrate(database, time, new SubstrateDisk(roots::of));
    Function<UUID, Optional<SessionArea>> areas =
        id -> rows.find(id).map(agent -> SessionArea.of(roots, agent));
    CatalogDisk catalog = new CatalogDisk(roots::of);
    SessionDisk sessions = new SessionDisk(areas, roots.writers());
    SessionRemovals removals =
        new SessionRemovals(
            database,
            time,
            (agent, folder) -> {
              catalog.remove(agent, folder);
              return sessions.remove(agent, folder);
            });
    DraftDisk drafts = new DraftDisk((agent, session) -> area(roots, rows, agent, session));
    return new AgentSubstrates(
        new Writeback(database, time, files, new SettledDrafts(drafts, removals)),
        new Learnings(database, new LearningDisk(roots::of)),
        catalog,
        sessions,
        removals,
        roots);
  }

  /** Returns the place of a session. It is missing until the sandbox of the session starts. */
  private static SessionArea area(AgentRoots roots, AgentRows rows, UUID agent, String session) {
    UUID sandbox = rows.sandbox(agent, session);
    Agent row = rows.find(sandbox).or(() -> rows.find(agent)).orElseThrow();
    return new SessionArea(roots.of(sandbox), roots.paths(row).of(SessionArea.TARGET), row.user());
  }

  /** Finishes or undoes what an earlier daemon left half-done. */
  public void boot() {
    files().boot();
    learnings.boot();
    removals.boot();
  }

  /** Returns the files themselves. */
  public Substrate files() {
    return writeback.files();
  }

  /**
   * Runs a call of a model.
   *
   * @param id a name of the call that no other call has
   * @param attachments returns what the session sees
   * @param gate decides whether the session may write durable files
   * @return its result, without secrets
   */
  public EventBody.ToolResult run(
      Writeback.Place place,
      String id,
      ToolCall call,
      Supplier<List<Attachment>> attachments,
      UnaryOperator<String> redactor,
      WriteGate gate) {
    WritebackCalls calls = new WritebackCalls(writeback, place, attachments, redactor, gate);
    try {
      return EventBody.ToolResult.said(
          call, calls.run(call.name(), id, JSON.readTree(call.argumentsJson())));
    } catch (JacksonException _) {
      return EventBody.ToolResult.failed(call, "the input is not JSON");
    } catch (ResourceException e) {
      return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Looks at a file in the sandbox of a session, or at a draft of the session.
   *
   * @param path in the sandbox, or below {@code drafts/}
   * @param drafts the drafts that are seen with these bytes, whatever is on the disk
   */
  public Seen see(Agent agent, String session, String path, Map<FilePath, Content> drafts) {
    String folder = writeback.drafts().target(agent.agent(), session) + "/";
    if (path.startsWith("/") && !path.startsWith(folder)) {
      return SeenFile.of(agent, roots, path);
    }
    Writeback.Place of = new Writeback.Place(agent.agent(), session);
    try {
      String name = path.startsWith("/") ? path : path.substring(path.indexOf('/') + 1);
      FilePath draft = writeback.draft(of, name);
      Content fixed = drafts.get(draft);
      if (fixed != null) {
        return new Seen.Whole(fixed);
      }
      return writeback
          .drafts()
          .read(agent.agent(), session, draft)
          .<Seen>map(Seen.Whole::new)
          .orElse(new Seen.Missing());
    } catch (WritebackException e) {
      return new Seen.Refused(String.valueOf(e.getMessage()));
    }
  }

  /** Returns the folder of a session as the agent sees it. */
  public String sessionFolder(UUID agent, String session) {
    String drafts = writeback.drafts().target(agent, session);
    return drafts.substring(0, drafts.lastIndexOf('/'));
  }

  /** Returns the step of a start that prepares the files. */
  public Step<Launch> step() {
    return Step.lasting("prepare substrate", "start", this::prepare);
  }

  private void prepare(Launch start) {
    UUID agent = start.agent().id();
    MountPoint files = new MountPoint(roots::of, "agent", AgentRoots.SUBSTRATE);
    MountPoint catalogs = new MountPoint(roots::of, ".otters-runtime", AgentRoots.CATALOG);
    MountPoint folders = new MountPoint(roots::of, SessionArea.SESSIONS, "workspace");
    tell(start, Substrate.TARGET, files.clear(agent, start.agent().agent()));
    tell(start, Catalog.TARGET, catalogs.clear(agent));
    tell(start, SessionArea.TARGET, folders.clear(agent));
    catalog.prepare(agent);
    sessions.prepare(agent);
    if (roots.hasRepos(start.agent().agent())) {
      MountPoint repos = new MountPoint(roots::of, "repos", AgentRoots.REPOS);
      tell(start, AgentRoots.REPOS_TARGET, repos.clear(agent, start.agent().agent()));
    }
    if (start.agent().session().isEmpty()) {
      prepareFiles(start);
    }
  }

  private void prepareFiles(Launch start) {
    learnings.prepare(start.agent().id());
    AgentImage image = start.image();
    Map<String, String> declared = new HashMap<>();
    image.contexts().stream()
        .filter(context -> SECTIONS.contains(context.name()))
        .forEach(context -> declared.put(context.name() + ".md", context.text()));
    for (String name : files().prepare(start.agent().id(), declared)) {
      String notice = name + " was promoted, and that of the image is not used";
      start.progress().update(notice, 0, 0, "notice");
    }
  }

  private static void tell(Launch start, String target, Optional<String> moved) {
    moved
        .map(name -> "the agent's own " + target + " is now /workspace/" + name)
        .ifPresent(notice -> start.progress().update(notice, 0, 0, "notice"));
  }

  /** Returns the sections of an agent's prompt. */
  public List<PromptBlock> sections(UUID agent, Prompt prompt, UnaryOperator<String> redactor) {
    return files()
        .prompt(agent)
        .map(all -> new SubstratePrompt(prompt, redactor).blocks(SECTIONS, all))
        .orElse(prompt.blocks());
  }
}
