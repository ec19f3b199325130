package dev.otters.sessions.conversation;

import dev.otters.resources.GrantedResources;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything that an attempt of a turn reads besides the log. It is stored when the attempt is
 * leased and does not change. Texts are named by their SHA-256.
 *
 * @param blocks the sections of the system prompt, in order
 * @param tools the schemas of the tools, a JSON list
 * @param window the part of the conversation that the model sees
 * @param schema the JSON Schema that the answer must match; empty for any text
 * @param clientTools the schemas of the tools that the client runs, a JSON list; empty for none
 * @param resources the resources with the grants of the session; empty if there is neither
 */
public record TurnContext(
    TurnSettings settings,
    List<BlockRef> blocks,
    String tools,
    Window window,
    Optional<String> schema,
    Optional<String> clientTools,
    Optional<GrantedResources> resources) {
  /** Copies the list, and reads the context of an older release, which has less. */
  public TurnContext {
    schema = Objects.requireNonNullElse(schema, Optional.empty());
    resources = Objects.requireNonNullElse(resources, Optional.empty());
    clientTools = Objects.requireNonNullElse(clientTools, Optional.empty());
    blocks = List.copyOf(blocks);
  }

  /** A section of the system prompt by the hash of its text. */
  public record BlockRef(String name, PromptBlock.Origin origin, String hash) {}

  /**
   * The part of a session's log that a turn sees: whole turns, from one on.
   *
   * @param activation the key of the first activation
   * @param seq a number that no event of these turns precedes
   * @param request the limit on the conversation of a request in bytes of event bodies
   * @param note names the calls that earlier attempts of the turn left open; empty for none
   * @param summary the number of the event that summarizes earlier turns; 0 for none
   * @param due whether the model must summarize what the window leaves out, before it is asked
   */
  public record Window(
      long activation, long seq, long request, String note, long summary, boolean due) {
    /** Reads the context of an older release, which has no note. */
    public Window {
      note = Objects.requireNonNullElse(note, "");
    }

    /** Returns the window with a summary of earlier turns. */
    public Window with(long event) {
      return new Window(activation, seq, request, note, event, false);
    }
  }

  /** Returns the context with another window. */
  public TurnContext with(Window other) {
    return new TurnContext(settings, blocks, tools, other, schema, clientTools, resources);
  }
}
