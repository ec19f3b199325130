package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import io.helidon.http.media.ReadableEntity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/** Reads JSON requests. */
final class JsonBody {
  private static final int TOO_LARGE = 413;

  private JsonBody() {}

  static <T> T read(ReadableEntity entity, int most, Class<T> type) {
    if (!entity.hasEntity()) {
      throw Request.invalid("the request has no body: send JSON");
    }
    String text = text(bytes(entity, most));
    try {
      return Json.read(text, type);
    } catch (IllegalArgumentException e) {
      throw new ApiException(Request.invalid("the request is malformed" + reason(e)).problem(), e);
    }
  }

  /** Receives a body that may be larger than the memory has room for several times. */
  static Spool spool(ReadableEntity entity, long most, Duration deadline)
      throws InterruptedException {
    InputStream body = entity.inputStream();
    try {
      return Spool.receive(new LimitedInput(body, most, () -> tooLarge(most)), deadline);
    } catch (ApiException e) {
      boolean unused = e.problem().status() == TOO_LARGE && Replies.drained(body, most);
      throw e;
    }
  }

  /**
   * Reads a received body piece by piece.
   *
   * @param longest the most characters of a text
   */
  static <T> T read(InputStream in, int longest, Class<T> type) {
    try {
      return Json.read(in, longest, type);
    } catch (IllegalArgumentException e) {
      throw e.getCause() instanceof StreamConstraintsException
          ? tooLarge(longest)
          : new ApiException(Request.invalid("the request is malformed" + reason(e)).problem(), e);
    }
  }

  /** Reads also the rest of a body that is too large: its sender reads the answer afterwards. */
  private static byte[] bytes(ReadableEntity entity, int most) {
    InputStream body = entity.inputStream();
    try (LimitedInput in = new LimitedInput(body, most, () -> tooLarge(most))) {
      return in.readAllBytes();
    } catch (ApiException e) {
      boolean unused = Replies.drained(body);
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException("the request ended early", e);
    }
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ApiException(Request.invalid("the request is not UTF-8 text").problem(), e);
    }
  }

  /**
   * Returns the place of the error. The parser's own message may contain a value, perhaps a secret.
   */
  private static String reason(IllegalArgumentException e) {
    if (!(e.getCause() instanceof JacksonException cause)) {
      return ": " + e.getMessage();
    }
    var at = cause.getLocation();
    return ": unexpected JSON (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  private static ApiException tooLarge(long most) {
    return new ApiException(
        new Problem(
            TOO_LARGE,
            ErrorCode.INVALID_REQUEST,
            "the request is larger than " + most + " bytes",
            null,
            "Send a smaller request.",
            List.of(),
            List.of(),
            null));
  }
}
