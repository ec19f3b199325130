package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;

/**
 * Receives each request of a completion and its end, as they happen. A request begins with {@link
 * #asked} and ends with {@link #answered} or {@link #failed}. Implementations must return quickly
 * and must not throw.
 */
public interface Recorder {
  /** A recorder that ignores everything. */
  Recorder NONE =
      new Recorder() {
        @Override
        public void asked(String provider, CompletionRequest request) {}

        @Override
        public void sent(RequestBody body) {}

        @Override
        public void answered(Completion completion) {}

        @Override
        public void failed(Throwable cause) {}
      };

  /** A provider receives a request. */
  void asked(String provider, CompletionRequest request);

  /**
   * The provider sends the request to its vendor. A second call means that it sends another one,
   * because the former had no answer.
   *
   * @param body the exact bytes, which must not change
   */
  void sent(RequestBody body);

  /** The request has its answer. An interrupted one has the text so far. */
  void answered(Completion completion);

  /** The request has no answer. */
  void failed(Throwable cause);

  /** Returns what keeps the answer until it is stored. */
  default Spool spool() {
    return Spool.NONE;
  }
}
