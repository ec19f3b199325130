package dev.otters.egress;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request to an HTTP proxy: CONNECT, or a plain request with an absolute URL (RFC 9112, section
 * 3.2). A connection carries one plain request, so that each one is checked.
 *
 * @param body the body of the plain request, which nothing may follow
 * @param head the head of the plain request for the server, in ISO 8859-1; empty for CONNECT
 */
record HttpOpening(Destination destination, String head, RequestBody body) implements Opening {
  private static final Pattern LINE = Pattern.compile("([A-Z]{1,20}) ([!-~]+) HTTP/1\\.[01]");
  private static final Pattern URL =
      Pattern.compile("http://([^/?#@]+)(/[^#]*|\\?[^#]*)?(#.*)?", Pattern.CASE_INSENSITIVE);
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)", Pattern.DOTALL);
  private static final String CONNECTION = "connection";

  /** The headers for the proxy alone. */
  private static final Set<String> HOPS =
      Set.of(
          "host", CONNECTION, "keep-alive", "proxy-connection", "proxy-authorization", "upgrade");

  /** Reads the head of a request. */
  static HttpOpening read(String head) throws MalformedRequestException {
    List<String> lines = List.of(head.split("\r\n", -1));
    Matcher line = LINE.matcher(lines.getFirst());
    if (!line.matches()) {
      throw new MalformedRequestException("the first line is no HTTP/1.1 request");
    }
    String method = line.group(1);
    String target = line.group(2);
    if (method.equals("CONNECT")) {
      return new HttpOpening(destination(target, 0), "", RequestBody.of(Long.MAX_VALUE));
    }
    Matcher url = URL.matcher(target);
    if (!url.matches()) {
      throw new MalformedRequestException("the request has no http:// URL, as a proxy needs it");
    }
    Destination wanted = destination(url.group(1), 80);
    String path = Optional.ofNullable(url.group(2)).orElse("/");
    String start = method + " " + (path.startsWith("?") ? "/" + path : path) + " HTTP/1.1";
    List<String> headers = lines.subList(1, lines.size());
    List<String> sent = new ArrayList<>(List.of(start, "Host: " + url.group(1)));
    sent.addAll(forwarded(headers));
    sent.add("Connection: close");
    return new HttpOpening(wanted, String.join("\r\n", sent) + "\r\n\r\n", body(headers));
  }

  private static Destination destination(String authority, int port)
      throws MalformedRequestException {
    return Destination.parse(authority, port)
        .orElseThrow(
            () -> new MalformedRequestException("the request names no valid host and port"));
  }

  private static List<String> forwarded(List<String> headers) throws MalformedRequestException {
    Set<String> dropped = new HashSet<>(HOPS);
    List<Matcher> parsed = new ArrayList<>();
    for (String header : headers) {
      Matcher matcher = HEADER.matcher(header);
      if (!matcher.matches() || header.chars().anyMatch(HttpOpening::isControl)) {
        throw new MalformedRequestException("a header is not valid");
      }
      parsed.add(matcher);
      if (name(matcher).equals(CONNECTION)) {
        for (String named : matcher.group(2).split(",", -1)) {
          dropped.add(named.strip().toLowerCase(Locale.ROOT));
        }
      }
    }
    dropped.removeAll(Set.of("content-length", "transfer-encoding"));
    return parsed.stream()
        .filter(header -> !dropped.contains(name(header)))
        .map(Matcher::group)
        .toList();
  }

  private static RequestBody body(List<String> headers) throws MalformedRequestException {
    List<String> lengths = values(headers, "content-length");
    List<String> codings = values(headers, "transfer-encoding");
    if (lengths.size() + codings.size() > 1) {
      throw new MalformedRequestException("the request has more than one length");
    }
    if (codings.isEmpty()) {
      return RequestBody.of(lengths.isEmpty() ? 0 : length(lengths.getFirst()));
    }
    if (!codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new MalformedRequestException("the transfer encoding is not chunked");
    }
    return RequestBody.chunked();
  }

  private static long length(String text) throws MalformedRequestException {
    if (!text.matches("[0-9]{1,18}")) {
      throw new MalformedRequestException("the length of the body is no number");
    }
    return Long.parseLong(text);
  }

  private static List<String> values(List<String> headers, String name) {
    return headers.stream()
        .map(HEADER::matcher)
        .filter(header -> header.matches() && name(header).equals(name))
        .map(header -> header.group(2).strip())
        .toList();
  }

  private static String name(Matcher header) {
    return header.group(1).toLowerCase(Locale.ROOT);
  }

  private static boolean isControl(int character) {
    return (character < ' ' && character != '\t') || character == 0x7f;
  }

  @Override
  public byte[] request() {
    return head.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public int allowed(ByteBuffer bytes) {
    return body.take(bytes);
  }

  @Override
  public byte[] connected() {
    return head.isEmpty()
        ? "HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII)
        : new byte[0];
  }

  @Override
  public byte[] refused(Refusal refusal) {
    return answer(refusal);
  }

  /** Returns a response with the text of a refusal. */
  static byte[] answer(Refusal refusal) {
    String body = refusal.text() + "\n";
    String answer =
        "HTTP/1.1 "
            + refusal.kind().status()
            + "\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "
            + body.getBytes(StandardCharsets.UTF_8).length
            + "\r\nConnection: close\r\n\r\n"
            + body;
    return answer.getBytes(StandardCharsets.UTF_8);
  }
}
