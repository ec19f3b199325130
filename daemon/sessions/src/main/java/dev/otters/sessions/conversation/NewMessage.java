package dev.otters.sessions.conversation;

import dev.otters.api.session.FileContent;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import java.util.List;
import java.util.Optional;

/**
 * A message that a user sends.
 *
 * @param eventId its id, which the client chose
 * @param files the files that come with the text
 * @param schema the JSON Schema that the answer must match; empty for any text
 * @param grants what the session must be granted; empty for what it has, and for the usual grants
 *     of the agent if it is new
 * @param contextIds the scratchpads that come with it; empty for the usual ones of the agent
 */
public record NewMessage(
    String eventId,
    String text,
    List<FileContent> files,
    Optional<String> schema,
    Optional<Grants> grants,
    Optional<ContextIds> contextIds) {
  /** Makes a message with the usual scratchpads of the agent. */
  public NewMessage(
      String eventId,
      String text,
      List<FileContent> files,
      Optional<String> schema,
      Optional<Grants> grants) {
    this(eventId, text, files, schema, grants, Optional.empty());
  }
}
