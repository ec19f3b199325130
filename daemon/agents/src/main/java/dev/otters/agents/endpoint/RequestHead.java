package dev.otters.agents.endpoint;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of an HTTP/1.1 request (RFC 9112).
 *
 * @param path the target without a query
 * @param length the length of the body in bytes; empty if it comes in chunks
 * @param waits whether the client sends the body after an interim response
 */
record RequestHead(String method, String path, OptionalInt length, boolean waits) {
  /** The greatest length of a body. */
  static final int MOST_BODY = 8 << 20;

  private static final Pattern LINE = Pattern.compile("([A-Z]{1,20}) (/[!-~]*) HTTP/1\\.1");
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\\t -~\\x80-\\xff]*)");

  /** Reads the lines before the empty one, in ISO 8859-1. */
  static RequestHead read(String head) throws EndpointProblem {
    List<String> lines = List.of(head.split("\r\n", -1));
    Matcher line = LINE.matcher(lines.getFirst());
    if (!line.matches()) {
      throw EndpointProblem.invalid("the first line is no HTTP/1.1 request");
    }
    Map<String, String> headers = new HashMap<>();
    for (String text : lines.subList(1, lines.size())) {
      Matcher header = HEADER.matcher(text);
      if (!header.matches()) {
        throw EndpointProblem.invalid("a header of the request is not valid");
      }
      String name = header.group(1).toLowerCase(Locale.ROOT);
      String earlier = headers.put(name, header.group(2).strip());
      if (earlier != null && name.matches("content-length|transfer-encoding")) {
        throw EndpointProblem.invalid("the request has more than one length");
      }
    }
    refusePages(headers);
    return new RequestHead(
        line.group(1),
        line.group(2).replaceFirst("[?#].*", ""),
        length(headers),
        headers.getOrDefault("expect", "").equalsIgnoreCase("100-continue"));
  }

  /** Refuses web pages, which a browser lets send requests to its own machine. */
  private static void refusePages(Map<String, String> headers) throws EndpointProblem {
    String host = headers.getOrDefault("host", "localhost");
    if (headers.containsKey("origin") || !host.matches("(127\\.0\\.0\\.1|localhost)(:[0-9]+)?")) {
      throw new EndpointProblem(
          EndpointProblem.Kind.FORBIDDEN,
          "the model endpoint serves programs that name it 127.0.0.1 or localhost, and no web"
              + " pages");
    }
  }

  private static OptionalInt length(Map<String, String> headers) throws EndpointProblem {
    String coding = headers.get("transfer-encoding");
    String length = headers.get("content-length");
    if (coding != null) {
      if (length != null || !coding.equalsIgnoreCase("chunked")) {
        throw EndpointProblem.invalid("the request has a length that is not known");
      }
      return OptionalInt.empty();
    }
    if (length != null && !length.matches("[0-9]{1,18}")) {
      throw EndpointProblem.invalid("the length of the body is no number");
    }
    long bytes = length == null ? 0 : Long.parseLong(length);
    if (bytes > MOST_BODY) {
      throw tooLarge("the body has more than " + (MOST_BODY >> 20) + " MiB");
    }
    return OptionalInt.of((int) bytes);
  }

  static EndpointProblem tooLarge(String message) {
    return new EndpointProblem(EndpointProblem.Kind.TOO_LARGE, message);
  }
}
