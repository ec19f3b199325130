package dev.otters.resources.writeback;

import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.writeback.Writeback.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The answers of tools for durable files, as JSON. */
final class WritebackAnswers {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The limit on the text of a version in characters. */
  private static final int MOST_TEXT = 64 << 10;

  private static final int MOST_ATTACHMENTS = 64;

  private WritebackAnswers() {}

  static String json(Object answer) {
    return JSON.writeValueAsString(answer);
  }

  private static Map<String, @Nullable Object> members(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return members;
  }

  private static Map<String, @Nullable Object> version(FileVersion version) {
    return members(
        "versionId", Long.toString(version.id()),
        "path", version.path().toString(),
        "contentHash", version.sha256(),
        "bytes", version.bytes(),
        "origin", version.origin().name().toLowerCase(java.util.Locale.ROOT),
        "restoredFrom", version.restored().map(Object::toString).orElse(null),
        "session", version.session(),
        "createdAt", version.createdAt().toString());
  }

  static Object files(List<FileVersion> files, List<Attachment> attachments) {
    return members(
        "attachments",
        attachments.stream().limit(MOST_ATTACHMENTS).map(WritebackAnswers::attachment).toList(),
        "files",
        files.stream().map(WritebackAnswers::version).toList());
  }

  /** Leaves out where it comes from, which only the operator sees. */
  private static Map<String, @Nullable Object> attachment(Attachment attachment) {
    Map<String, @Nullable Object> members =
        members(
            "id", attachment.id(),
            "kind", attachment.kind().toString(),
            "mountPath", attachment.path().orElse(null),
            "access", attachment.access());
    attachment.metadataPrompt().ifPresent(it -> members.put("metadata", members("prompt", it)));
    return members;
  }

  static Object versions(List<FileVersion> versions) {
    return members("versions", versions.stream().map(WritebackAnswers::version).toList());
  }

  static Object promoted(List<FileVersion> versions) {
    return members(
        "promoted",
        versions.stream().map(WritebackAnswers::version).toList(),
        "note",
        "The next turn reads them.");
  }

  static Object content(FileVersion version, Content content) {
    Optional<String> text = content.text();
    boolean cut = text.filter(it -> it.length() > MOST_TEXT).isPresent();
    return members(
        "version", version(version),
        "binary", text.isEmpty(),
        "cut", cut,
        "content", text.map(it -> cut ? it.substring(0, MOST_TEXT) : it).orElse(null));
  }

  static Object staged(Writeback writeback, Place place, Writeback.Staged staged) {
    String hash = staged.content().sha256();
    return members(
        "draftPath", writeback.shown(place, staged.draft().path()),
        "sourcePath", staged.draft().target().toString(),
        "sourceVersionId", Long.toString(staged.source().id()),
        "sourceContentHash", staged.source().sha256(),
        "draftContentHash", hash,
        "bytes", staged.content().size(),
        "reusedExisting", staged.reused(),
        "divergedFromSource", !hash.equals(staged.source().sha256()));
  }

  static Object drafts(Writeback writeback, Place place) {
    return members(
        "drafts",
        writeback.drafts(place).stream()
            .map(
                status ->
                    members(
                        "sessionPath", writeback.shown(place, status.draft().path()),
                        "substratePath", status.draft().target().toString(),
                        "status", status.state().toString(),
                        "stagedAt", status.draft().stagedAt().toString(),
                        "draftContentHash", status.hash().orElse(null),
                        "substrateContentHash",
                            status.current().map(FileVersion::sha256).orElse(null)))
            .toList());
  }

  static Object comparison(Writeback writeback, Place place, Comparison compared) {
    return members(
        "sessionPath", writeback.shown(place, compared.draft()),
        "substratePath", compared.target().toString(),
        "identical", compared.identical(),
        "binary", compared.binary(),
        "added", compared.added(),
        "removed", compared.removed(),
        "diff", compared.diff(),
        "draftBytes", compared.draftBytes(),
        "latestVersion", compared.current().map(WritebackAnswers::version).orElse(null),
        "promote", needed(compared));
  }

  /** Returns what a promote of the draft needs. */
  private static Object needed(Comparison compared) {
    Map<String, @Nullable Object> needed = members("draftContentHash", compared.draftHash());
    compared
        .current()
        .ifPresentOrElse(
            version -> {
              needed.put("expectedVersionId", Long.toString(version.id()));
              needed.put("expectedContentHash", version.sha256());
            },
            () -> needed.put("absent", true));
    return needed;
  }
}
