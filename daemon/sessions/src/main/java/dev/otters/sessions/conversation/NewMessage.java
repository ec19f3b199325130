package dev.otters.sessions.conversation;

import dev.otters.api.session.FileContent;
import dev.otters.resources.grant.Grants;
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
 */
public record NewMessage(
    String eventId,
    String text,
    List<FileContent> files,
    Optional<String> schema,
    Optional<Grants> grants) {}
