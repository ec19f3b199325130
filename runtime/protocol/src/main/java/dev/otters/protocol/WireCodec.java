package dev.otters.protocol;

import dev.otters.protocol.MalformedMessageException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.exc.JacksonIOException;

/** The codec of the agent wire, used at both ends. Stateless and thread-safe. */
public final class WireCodec {
  private static final String VERSION = "2.0";

  private WireCodec() {}

  /**
   * Encodes a message as a line, including the line feed.
   *
   * @throws LineTooLongException if it is longer than {@link Protocol#MAX_LINE_BYTES}
   */
  public static byte[] encode(Message message) throws LineTooLongException {
    LineBuffer line = new LineBuffer();
    try {
      JsonWriter.object(line, json -> write(json, message));
      line.write('\n');
    } catch (JacksonIOException | IOException tooLong) {
      LineTooLongException failure = new LineTooLongException();
      failure.addSuppressed(tooLong);
      throw failure;
    }
    return line.bytes.toByteArray();
  }

  /**
   * Decodes a request or a notification, which is what a daemon receives.
   *
   * @param line a line, with or without its line feed
   * @throws MalformedMessageException if the line is not a message of this protocol
   */
  public static Message decode(byte[] line) throws MalformedMessageException {
    return decode(line, id -> null);
  }

  /**
   * Decodes any message.
   *
   * @param line a line, with or without its line feed
   * @param pending finds the method of the request that a response answers, or null
   * @throws MalformedMessageException if the line is not a message of this protocol
   */
  public static Message decode(byte[] line, LongFunction<@Nullable Method> pending)
      throws MalformedMessageException {
    JsonObject json = object(line);
    OptionalLong id;
    try {
      id = json.optionalNumber("id");
    } catch (JsonProblem problem) {
      throw malformed(Kind.INVALID_REQUEST, OptionalLong.empty(), problem);
    }
    try {
      if (!json.text("jsonrpc").equals(VERSION)) {
        throw new MalformedMessageException(
            Kind.INVALID_REQUEST, id, "jsonrpc must be \"" + VERSION + "\"");
      }
      Optional<String> method = json.optionalText("method");
      if (method.isPresent()) {
        return asked(method.get(), id, json);
      }
      return json.has("error") ? failure(id, json.object("error")) : answered(id, json, pending);
    } catch (JsonProblem problem) {
      throw malformed(Kind.INVALID_PARAMS, id, problem);
    }
  }

  private static JsonObject object(byte[] line) throws MalformedMessageException {
    try {
      return new JsonObject("", JsonTree.parse(line));
    } catch (JsonProblem problem) {
      throw malformed(Kind.PARSE, OptionalLong.empty(), problem);
    }
  }

  private static Message asked(String name, OptionalLong id, JsonObject json)
      throws MalformedMessageException {
    JsonObject params =
        json.optionalObject("params").orElseGet(() -> new JsonObject("params", Map.of()));
    if (id.isEmpty()) {
      return new Message.Notification(notice(name, params));
    }
    Method method =
        Method.named(name)
            .orElseThrow(
                () -> new MalformedMessageException(Kind.UNKNOWN_METHOD, id, unknown(name)));
    return new Message.Request(id.getAsLong(), CallCodec.read(method, params));
  }

  private static Notice notice(String name, JsonObject params) throws MalformedMessageException {
    return switch (name) {
      case "interrupt" -> new Notice.Interrupt(params.text("activation"));
      case "stop" -> new Notice.Stop(params.number("graceMillis"));
      default ->
          throw new MalformedMessageException(
              Kind.UNKNOWN_METHOD, OptionalLong.empty(), unknown(name));
    };
  }

  private static Message.Response answered(
      OptionalLong id, JsonObject json, LongFunction<@Nullable Method> pending)
      throws MalformedMessageException {
    Method method = id.isEmpty() ? null : pending.apply(id.getAsLong());
    if (method == null) {
      throw new MalformedMessageException(
          Kind.INVALID_REQUEST, id, "neither a request nor a response to one");
    }
    return new Message.Response(id.getAsLong(), AnswerCodec.read(method, json.object("result")));
  }

  private static Message.Failure failure(OptionalLong id, JsonObject error) {
    Optional<JsonObject> data = error.optionalObject("data");
    WireError.Code code =
        data.flatMap(object -> object.optionalText("code"))
            .map(WireError.Code::named)
            .orElse(WireError.Code.INTERNAL);
    return new Message.Failure(
        id, new WireError(error.smallNumber("code"), code, error.text("message")));
  }

  private static void write(JsonWriter json, Message message) {
    json.text("jsonrpc", VERSION);
    // Not a switch over types, which generates a class at each start of a runtime.
    if (message instanceof Message.Request(long id, Call<?> call)) {
      json.number("id", id);
      json.text("method", call.method().wireName());
      json.object("params", params -> CallCodec.write(params, call));
    } else if (message instanceof Message.Response(long id, Answer answer)) {
      json.number("id", id);
      json.object("result", result -> AnswerCodec.write(result, answer));
    } else if (message instanceof Message.Failure(OptionalLong id, WireError error)) {
      id.ifPresentOrElse(number -> json.number("id", number), () -> json.nothing("id"));
      json.object("error", out -> writeError(out, error));
    } else {
      writeNotice(json, ((Message.Notification) message).notice());
    }
  }

  private static void writeError(JsonWriter json, WireError error) {
    json.number("code", error.number());
    json.text("message", error.message());
    json.object("data", data -> data.text("code", error.code().wireName()));
  }

  private static void writeNotice(JsonWriter json, Notice notice) {
    switch (notice) {
      case Notice.Interrupt(String activation) -> {
        json.text("method", "interrupt");
        json.object("params", params -> params.text("activation", activation));
      }
      case Notice.Stop(long graceMillis) -> {
        json.text("method", "stop");
        json.object("params", params -> params.number("graceMillis", graceMillis));
      }
    }
  }

  private static MalformedMessageException malformed(
      Kind kind, OptionalLong id, JsonProblem problem) {
    return new MalformedMessageException(kind, id, String.valueOf(problem.getMessage()));
  }

  private static String unknown(String method) {
    String shown = method.length() > 40 ? method.substring(0, 40) + "…" : method;
    return "unknown method \"" + shown.toLowerCase(Locale.ROOT) + "\"";
  }

  /** A line that refuses to grow past the limit. */
  private static final class LineBuffer extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);

    @Override
    public void write(int one) throws IOException {
      room(1);
      bytes.write(one);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      room(length);
      bytes.write(source, offset, length);
    }

    private void room(int more) throws IOException {
      if (bytes.size() + more > Protocol.MAX_LINE_BYTES) {
        throw new LineTooLongException();
      }
    }
  }
}
