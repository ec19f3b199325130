package dev.otters.agents.catalog;

import dev.otters.agents.setup.AgentPaths;
import dev.otters.protocol.AgentSetup;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.writeback.Draft;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.catalog.CatalogFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The files about what a session of an agent has besides its conversation. */
final class SessionFiles {
  private SessionFiles() {}

  /** The content of {@code session-runtime.json}. */
  record Resources(String sessionId, String agentId, List<Attachment> resources) {}

  /**
   * A folder or file that the session has.
   *
   * @param prompt its description; empty for none
   */
  record Attachment(
      String id, String kind, String mountPath, String access, Optional<String> prompt) {
    static Attachment of(String kind, String path, boolean readOnly, String description) {
      return new Attachment(
          kind + ":" + path,
          kind,
          path,
          readOnly ? "read_only" : "read_write",
          Optional.of(CatalogFile.brief(description)).filter(text -> !text.isEmpty()));
    }
  }

  /** The content of {@code staged-substrate.json}. */
  record Staged(int count, List<Entry> entries) {}

  /**
   * A draft.
   *
   * @param sourceContentHash the hash that its durable file had when it was copied
   * @param currentContentHash the hash that it has now; empty if it does not exist
   */
  record Entry(
      String sessionPath,
      String sourcePath,
      Instant stagedAt,
      String sourceContentHash,
      Optional<String> currentContentHash,
      boolean sourceChangedSinceStage) {}

  static List<CatalogFile> resources(
      UUID agent, String session, AgentPaths paths, List<AgentSetup.Mount> mounts) {
    List<Attachment> resources = new ArrayList<>();
    resources.add(Attachment.of("session_workspace", paths.of("/workspace"), false, ""));
    resources.add(Attachment.of("agent_workspace_substrate", paths.of(Substrate.TARGET), true, ""));
    resources.add(Attachment.of("learnings_memory_store", paths.of(Learnings.TARGET), true, ""));
    resources.add(
        Attachment.of(
            "session_runtime_memory",
            paths.of("/runtime/" + AgentPaths.folder(session)),
            false,
            ""));
    for (AgentSetup.Mount mount : mounts) {
      resources.add(
          Attachment.of("local_file", mount.target(), mount.readOnly(), mount.description()));
    }
    return CatalogFile.twins(
        "session-runtime",
        "Resources",
        new Resources(session, agent.toString(), CatalogFile.cut(resources)));
  }

  static CatalogFile staged(Writeback writeback, Writeback.Place place) {
    List<Draft> drafts = writeback.staged(place);
    Map<FilePath, FileVersion> files =
        drafts.isEmpty()
            ? Map.of()
            : writeback.files().files(place.agent()).stream()
                .collect(Collectors.toMap(FileVersion::path, Function.identity()));
    List<Entry> entries =
        drafts.stream()
            .map(
                draft ->
                    entry(
                        draft,
                        writeback.shown(place, draft.path()),
                        Optional.ofNullable(files.get(draft.target()))))
            .toList();
    return CatalogFile.json(
        "staged-substrate", new Staged(entries.size(), CatalogFile.cut(entries)));
  }

  private static Entry entry(Draft draft, String shown, Optional<FileVersion> current) {
    Optional<String> hash = current.map(FileVersion::sha256);
    return new Entry(
        shown,
        draft.target().toString(),
        draft.stagedAt(),
        draft.source(),
        hash,
        !hash.equals(Optional.of(draft.source())));
  }
}
