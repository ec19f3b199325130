package dev.otters.sessions;

import dev.otters.protocol.TurnOptions;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything that an attempt of a turn reads besides the log. It is stored when the attempt is
 * leased and does not change. Texts are named by their SHA-256.
 *
 * @param model {@code provider/model}
 * @param options the sampling options of the model
 * @param maxIterations the limit on completions
 * @param limits the limits that the runtime keeps
 * @param blocks the sections of the system prompt, in order
 * @param tools the schemas of the tools, a JSON list
 * @param window the part of the conversation that the model sees
 */
public record TurnContext(
    String model,
    SortedMap<String, String> options,
    int maxIterations,
    TurnOptions limits,
    List<BlockRef> blocks,
    String tools,
    Window window) {
  /** Copies the collections. */
  public TurnContext {
    options = new TreeMap<>(options);
    blocks = List.copyOf(blocks);
  }

  /** A section of the system prompt by the hash of its text. */
  public record BlockRef(String name, PromptBlock.Origin origin, String hash) {}

  /**
   * The part of a session's log that a turn sees: whole turns, from one on.
   *
   * @param activation the key of the first activation
   * @param seq a number that no event of these turns precedes
   */
  public record Window(long activation, long seq) {}
}
