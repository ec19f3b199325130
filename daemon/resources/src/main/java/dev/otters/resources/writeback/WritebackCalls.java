package dev.otters.resources.writeback;

import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Expected;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.Writeback.Place;
import dev.otters.resources.writeback.Writeback.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * The calls of models. A call of a session runs in the daemon, never in the sandbox.
 *
 * @param attachments returns what the session sees
 * @param redactor hides the secrets of the agent
 * @param gate decides whether the session may write durable files
 */
public record WritebackCalls(
    Writeback writeback,
    Place place,
    Supplier<List<Attachment>> attachments,
    UnaryOperator<String> redactor,
    WriteGate gate) {
  private static final int USUAL_LIMIT = 10;
  private static final int MOST_LIMIT = 100;

  /**
   * Runs a call.
   *
   * @param id a name of the call that no other call has
   * @return what the model reads, as JSON with secrets hidden
   * @throws ResourceException with the reason, for the model
   */
  public String run(String tool, String id, JsonNode input) {
    try {
      return redactor.apply(WritebackAnswers.json(answer(tool, id, input)));
    } catch (WritebackException e) {
      throw ResourceException.refused(String.valueOf(e.getMessage()));
    }
  }

  private Object answer(String tool, String id, JsonNode input) {
    return switch (tool) {
      case WritebackTools.LIST -> {
        Input.members(input);
        yield WritebackAnswers.files(writeback.files().files(place.agent()), attachments.get());
      }
      case WritebackTools.STAGE -> stage(input);
      case WritebackTools.DRAFTS -> {
        Input.members(input);
        yield WritebackAnswers.drafts(writeback, place);
      }
      case WritebackTools.COMPARE -> compare(input);
      case WritebackTools.VERSIONS -> versions(input);
      case WritebackTools.READ -> read(input);
      case WritebackTools.PROMOTE -> promote(id, input);
      case WritebackTools.RESTORE -> restore(id, input);
      default -> throw new IllegalArgumentException("there is no tool " + tool);
    };
  }

  private Object stage(JsonNode input) {
    Input.members(input, "sourcePath", "targetPath", "overwrite");
    FilePath source = Writeback.target(required(input, "sourcePath"));
    FilePath draft =
        Input.text(input, "targetPath").map(path -> writeback.draft(place, path)).orElse(source);
    return WritebackAnswers.staged(
        writeback, place, writeback.stage(place, source, draft, flag(input, "overwrite")));
  }

  private Object compare(JsonNode input) {
    Input.members(input, "sessionPath", "substratePath");
    FilePath draft = writeback.draft(place, required(input, "sessionPath"));
    return WritebackAnswers.comparison(
        writeback, place, writeback.compare(place, draft, target(input, "substratePath", draft)));
  }

  private FilePath target(JsonNode input, String member, FilePath draft) {
    return Input.text(input, member)
        .map(Writeback::target)
        .orElseGet(() -> writeback.targetOf(place, draft));
  }

  private Object versions(JsonNode input) {
    Input.members(input, "targetPath", "limit");
    FilePath path = Writeback.target(required(input, "targetPath"));
    int limit = Input.limit(input, USUAL_LIMIT, MOST_LIMIT);
    return WritebackAnswers.versions(writeback.files().versions(place.agent(), path, limit));
  }

  private Object read(JsonNode input) {
    Input.members(input, "versionId");
    FileVersion version = writeback.files().version(place.agent(), version(input, "versionId"));
    return WritebackAnswers.content(version, writeback.files().content(place.agent(), version));
  }

  private Object promote(String id, JsonNode input) {
    List<Wanted> wanted = new ArrayList<>();
    JsonNode files = input.path("files");
    if (files.isMissingNode()) {
      wanted.add(wanted(input));
    } else {
      Input.members(input, "files");
      files.forEach(file -> wanted.add(wanted(file)));
    }
    return WritebackAnswers.promoted(writeback.promote(place, id, wanted, redactor, gate));
  }

  private Wanted wanted(JsonNode input) {
    Input.members(
        input,
        "sourcePath",
        "targetPath",
        "draftContentHash",
        "expectedVersionId",
        "expectedContentHash",
        "absent");
    FilePath draft = writeback.draft(place, required(input, "sourcePath"));
    return new Wanted(
        draft,
        target(input, "targetPath", draft),
        Optional.of(required(input, "draftContentHash")),
        expected(input));
  }

  private Object restore(String id, JsonNode input) {
    Input.members(input, "versionId", "expectedVersionId", "expectedContentHash", "absent");
    return WritebackAnswers.promoted(
        List.of(
            writeback.restore(
                place, id, version(input, "versionId"), expected(input), redactor, gate)));
  }

  private static Expected expected(JsonNode input) {
    return new Expected(
        Input.text(input, "expectedVersionId").map(WritebackCalls::id),
        Input.text(input, "expectedContentHash"),
        flag(input, "absent"));
  }

  private static long version(JsonNode input, String member) {
    return id(required(input, member));
  }

  private static long id(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw WritebackException.notFound(
          "there is no version " + text.substring(0, Math.min(20, text.length())));
    }
    return Long.parseLong(text);
  }

  private static String required(JsonNode input, String member) {
    return Input.text(input, member)
        .orElseThrow(() -> ResourceException.refused(member + " is missing"));
  }

  private static boolean flag(JsonNode input, String member) {
    JsonNode value = input.path(member);
    if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
      throw ResourceException.refused(member + " must be true or false");
    }
    return value.asBoolean(false);
  }
}
