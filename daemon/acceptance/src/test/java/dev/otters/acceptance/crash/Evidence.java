package dev.otters.acceptance.crash;

import java.util.List;

/**
 * All that is known of a session when it is idle again.
 *
 * @param log its events, in the order of their numbers
 * @param last the number of the newest event, as the session's row has it
 * @param status the status of the session
 * @param sent the texts of the messages and wakes that were sent
 * @param effects the ids of the calls that had their effect, once for each time
 * @param requests the bodies of the requests to the model
 * @param most the limit on those requests: more were paid for twice
 */
record Evidence(
    List<Entry> log,
    long last,
    String status,
    List<String> sent,
    List<String> effects,
    List<String> requests,
    int most) {
  /** Returns the limit by a log: one request for each stored answer and each attempt that broke. */
  static int paid(List<Entry> log) {
    long steps = log.stream().filter(it -> it.isAnswer() || it.is("agent.tool_use")).count();
    long attempts = log.stream().filter(it -> it.is("turn.started")).count();
    long turns = log.stream().filter(it -> it.is("turn.finished")).count();
    return (int) (steps + attempts - turns);
  }
}
