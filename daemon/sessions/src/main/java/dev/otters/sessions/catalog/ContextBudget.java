package dev.otters.sessions.catalog;

import dev.otters.home.store.Rows;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.ActivationRow;
import java.util.List;
import java.util.stream.Stream;

/**
 * The content of {@code context-budget.json}. Sizes are bytes; a token is counted as four.
 *
 * @param conversationLimit the limit on the conversation of a request
 * @param conversation the part of the log that the model sees, as events
 */
record ContextBudget(
    String model,
    int maxIterations,
    long conversationLimit,
    long conversation,
    long tools,
    long prompt,
    long estimatedTokens,
    List<Section> sections) {
  private static final int BYTES_OF_TOKEN = 4;

  /** A section of the prompt. */
  record Section(String name, String origin, long bytes, String fingerprint) {}

  static ContextBudget of(Rows rows, ActivationRow turn, TurnContext context) {
    List<Section> sections =
        context.blocks().stream()
            .map(
                block ->
                    new Section(
                        block.name(),
                        CatalogFile.word(block.origin()),
                        Contexts.size(rows, block.hash()),
                        block.hash()))
            .toList();
    long prompt = sections.stream().mapToLong(Section::bytes).sum();
    long tools =
        Stream.concat(Stream.of(context.tools()), context.clientTools().stream())
            .mapToLong(hash -> Contexts.size(rows, hash))
            .sum();
    long conversation = conversation(rows, turn, context.window());
    return new ContextBudget(
        context.settings().model(),
        context.settings().maxIterations(),
        context.window().request(),
        conversation,
        tools,
        prompt,
        (prompt + tools + conversation) / BYTES_OF_TOKEN,
        CatalogFile.cut(sections));
  }

  private static long conversation(Rows rows, ActivationRow turn, TurnContext.Window window) {
    return rows.number(
        "SELECT bytes - coalesce((SELECT total FROM events WHERE session = sessions.key AND seq < ?"
            + " ORDER BY seq DESC LIMIT 1), 0) AS n FROM sessions WHERE key = ?",
        window.seq(),
        turn.session());
  }
}
