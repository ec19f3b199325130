package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.MessageFile;
import dev.otters.api.trace.NextRequest;
import dev.otters.api.trace.TraceBlock;
import dev.otters.home.store.Rows;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.Summaries;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.custom.SetupRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.ToLongFunction;

/** Shows what the next request of a session would contain, without a call of the model. */
public record Preview(Ledger ledger, TurnService turns, AgentDirectory directory) {
  private static final String CONVERSATION = "conversation";

  /**
   * Returns the content of the next request.
   *
   * @throws SessionException with {@code NOT_FOUND}, or {@code INVALID} if the agent's runtime was
   *     never ready
   */
  public NextRequest next(UUID agent, SessionId session) {
    TurnSetup setup =
        directory
            .turn(agent)
            .map(it -> ServerCalls.offered(ledger.servers(), agent, it, false))
            .orElseThrow(() -> SessionException.invalid("the agent's runtime was never ready"));
    OptionalInt context = turns.contextSize(setup.settings().model());
    return ledger
        .database()
        .read(
            rows -> {
              long key = ledger.key(rows, agent, session);
              ActivationRow turn = turn(rows, agent, key);
              List<ToolSchema> ofClient = SetupRows.tools(rows, key);
              TurnSetup granted =
                  setup.with(ledger.lineage(directory).granted(rows, key, setup.resources()));
              TurnSetup mine =
                  Contexts.kept(rows, turn, granted, ledger.log().hasWake(rows, turn))
                      .without(ofClient);
              TurnSetup whole =
                  ledger.resources(rows, turn, directory).preview(rows, mine).with(ofClient);
              return next(rows, turn, whole, context);
            });
  }

  /** Returns the turn that waits or runs, or one that does not exist yet. */
  private ActivationRow turn(Rows rows, UUID agent, long session) {
    return ledger
        .activations()
        .open(rows, session)
        .orElseGet(
            () ->
                new ActivationRow(
                    "",
                    session,
                    agent,
                    agent,
                    "",
                    ActivationState.READY,
                    0,
                    0,
                    Optional.empty(),
                    0,
                    0,
                    false,
                    Optional.empty()));
  }

  private static NextRequest next(
      Rows rows, ActivationRow turn, TurnSetup setup, OptionalInt context) {
    long limit = Windows.request(rows, turn, setup, context);
    TurnContext.Window window = Windows.of(rows, turn, setup.settings().memory(), limit);
    List<ChatMessage> messages =
        Transcripts.of(rows, turn.session(), turn.id(), turn.fence(), window).messages();
    List<TraceBlock> blocks = new ArrayList<>();
    for (PromptBlock block : setup.blocks()) {
      blocks.add(
          block(block.name(), block.origin().toString().toLowerCase(Locale.ROOT), block.text()));
    }
    blocks.add(block("tools", "otters", Contexts.json(setup.tools())));
    if (!setup.clientTools().isEmpty()) {
      blocks.add(block("tools", "client", Contexts.json(setup.clientTools())));
    }
    conversation(blocks, messages);
    long waiting =
        rows.number(
            "SELECT sum(octet_length(body ->> '$.text') + attached) AS n FROM events INDEXED BY"
                + " events_pending WHERE session = ? AND "
                + EventLog.PENDING
                + " AND activation IS NULL",
            turn.session());
    blocks.add(TraceBlock.of("waiting messages", CONVERSATION, waiting, ""));
    blocks.removeIf(block -> block.bytes() == 0);
    long total = blocks.stream().mapToLong(TraceBlock::bytes).sum();
    return new NextRequest(
        setup.settings().model(),
        context.isPresent() ? context.getAsInt() : null,
        messages.size(),
        blocks,
        TraceBlock.of("total", "", total, ""));
  }

  private static TraceBlock block(String name, String origin, String text) {
    return TraceBlock.of(name, origin, size(text), Sha256.of(text));
  }

  private static void conversation(List<TraceBlock> blocks, List<ChatMessage> messages) {
    blocks.add(part("summary", messages, Preview::ofSummary));
    blocks.add(part("user messages", messages, Preview::ofUser));
    blocks.add(part("files", messages, Preview::ofFiles));
    blocks.add(part("answers and calls", messages, Preview::ofModel));
    blocks.add(part("tool results", messages, Preview::ofTools));
  }

  private static TraceBlock part(
      String name, List<ChatMessage> messages, ToLongFunction<ChatMessage> size) {
    return TraceBlock.of(name, CONVERSATION, messages.stream().mapToLong(size).sum(), "");
  }

  private static long ofSummary(ChatMessage message) {
    return Summaries.isSummary(message) ? ofText(message) : 0;
  }

  private static long ofUser(ChatMessage message) {
    return Summaries.isSummary(message) ? 0 : ofText(message);
  }

  private static long ofText(ChatMessage message) {
    return message instanceof ChatMessage.User user ? size(user.text()) : 0;
  }

  private static long ofFiles(ChatMessage message) {
    return message instanceof ChatMessage.User user
        ? user.files().stream().mapToLong(MessageFile::weight).sum()
        : 0;
  }

  private static long ofModel(ChatMessage message) {
    return message instanceof ChatMessage.Assistant said
        ? size(said.text())
            + said.toolCalls().stream().map(ToolCall::argumentsJson).mapToLong(Preview::size).sum()
        : 0;
  }

  private static long ofTools(ChatMessage message) {
    return message instanceof ChatMessage.ToolResult result ? size(result.text()) : 0;
  }

  private static long size(String text) {
    return text.getBytes(UTF_8).length;
  }
}
