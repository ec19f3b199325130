package dev.otters.models.gateway;

import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Keeps the answer of a vendor until it is stored. After a kill, the next attempt reads the answer
 * here and does not pay for it again. A failure of the spool never fails a completion.
 */
public interface Spool {
  /** A spool that keeps nothing. */
  Spool NONE =
      new Spool() {
        @Override
        public Optional<Received> received(
            URI to, RequestBody request, Predicate<InputStream> whole) {
          return Optional.empty();
        }

        @Override
        public InputStream keep(URI to, RequestBody request, InputStream answer) {
          return answer;
        }
      };

  /**
   * An answer that an earlier attempt received. The caller closes it.
   *
   * @param recorded whether the request was recorded when it was sent
   */
  record Received(InputStream answer, boolean recorded) {}

  /**
   * Returns the answer to a request of these bytes; empty if it did not come or was cut.
   *
   * @param whole reads an answer and returns whether its end has come
   */
  Optional<Received> received(URI to, RequestBody request, Predicate<InputStream> whole);

  /** Returns a stream that keeps each part of an answer before it passes the part on. */
  InputStream keep(URI to, RequestBody request, InputStream answer);
}
