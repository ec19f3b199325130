package dev.otters.models.gateway;

import dev.otters.models.chat.Usage;
import java.util.function.Consumer;

/**
 * The agent that asks for a completion.
 *
 * @param agent the agent's id; a queue for a model serves agents in turns
 * @param notes receives remarks for the followers of the turn, such as the reason for a wait
 * @param usage receives what a provider reports before the answer ends; each report replaces the
 *     former one. From the gateway it receives only what a completion used that failed
 * @param recorder receives what is sent
 * @param files the bytes of the files of the conversation
 */
public record Caller(
    String agent,
    Consumer<String> notes,
    Consumer<Usage> usage,
    Recorder recorder,
    RequestBody.Files files) {
  /** A caller without an identity; it receives no notes. */
  public static final Caller UNKNOWN = new Caller("", note -> {});

  /** Creates a caller that waits for the usage of the whole answer, and records nothing. */
  public Caller(String agent, Consumer<String> notes) {
    this(agent, notes, usage -> {}, Recorder.NONE);
  }

  /** Creates a caller whose conversation has no files. */
  public Caller(String agent, Consumer<String> notes, Consumer<Usage> usage, Recorder recorder) {
    this(agent, notes, usage, recorder, RequestBody.Files.NONE);
  }
}
