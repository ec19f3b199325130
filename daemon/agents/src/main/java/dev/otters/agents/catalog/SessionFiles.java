package dev.otters.agents.catalog;

import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.writeback.Draft;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.catalog.CatalogFile;
import java.time.Instant;
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
  record Resources(String sessionId, String agentId, List<Entry> resources) {}

  /**
   * An attachment, without where it comes from.
   *
   * @param mountPath empty if the sandbox does not have it
   */
  record Entry(
      String id,
      String kind,
      Optional<String> mountPath,
      String access,
      Optional<Metadata> metadata) {
    static Entry of(Attachment attachment) {
      return new Entry(
          attachment.id(),
          attachment.kind().toString(),
          attachment.path(),
          attachment.access(),
          attachment.metadataPrompt().map(text -> new Metadata(CatalogFile.brief(text))));
    }
  }

  /**
   * More about an attachment.
   *
   * @param prompt how to use it
   */
  record Metadata(String prompt) {}

  /** The content of {@code staged-substrate.json}. */
  record Staged(int count, List<StagedEntry> entries) {}

  /**
   * A draft.
   *
   * @param sourceContentHash the hash that its durable file had when it was copied
   * @param currentContentHash the hash that it has now; empty if it does not exist
   */
  record StagedEntry(
      String sessionPath,
      String sourcePath,
      Instant stagedAt,
      String sourceContentHash,
      Optional<String> currentContentHash,
      boolean sourceChangedSinceStage) {}

  static List<CatalogFile> resources(UUID agent, String session, List<Attachment> attachments) {
    List<Entry> entries = CatalogFile.cut(attachments).stream().map(Entry::of).toList();
    return CatalogFile.twins(
        "session-runtime", "Resources", new Resources(session, agent.toString(), entries));
  }

  static CatalogFile staged(Writeback writeback, Writeback.Place place) {
    List<Draft> drafts = writeback.staged(place);
    Map<FilePath, FileVersion> files =
        drafts.isEmpty()
            ? Map.of()
            : writeback.files().files(place.agent()).stream()
                .collect(Collectors.toMap(FileVersion::path, Function.identity()));
    List<StagedEntry> entries =
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

  private static StagedEntry entry(Draft draft, String shown, Optional<FileVersion> current) {
    Optional<String> hash = current.map(FileVersion::sha256);
    return new StagedEntry(
        shown,
        draft.target().toString(),
        draft.stagedAt(),
        draft.source(),
        hash,
        !hash.equals(Optional.of(draft.source())));
  }
}
