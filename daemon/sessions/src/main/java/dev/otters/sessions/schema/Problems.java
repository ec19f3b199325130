package dev.otters.sessions.schema;

import com.networknt.schema.Error;
import java.util.List;
import java.util.stream.Collectors;

/** The differences between a document and its schema, in one short line. */
final class Problems {
  private static final int MOST = 5;
  private static final int MAX_LENGTH = 200;

  private Problems() {}

  static String of(List<Error> errors) {
    String first =
        errors.stream()
            .limit(MOST)
            .map(error -> oneLine(place(error) + error.getMessage()))
            .collect(Collectors.joining("; "));
    int more = errors.size() - MOST;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  private static String place(Error error) {
    String path = error.getInstanceLocation().toString();
    return path.isEmpty() ? "" : path + ": ";
  }

  /** Returns foreign text without line breaks and control characters, and not too long. */
  static String oneLine(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]+", " ");
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "…" : line;
  }
}
