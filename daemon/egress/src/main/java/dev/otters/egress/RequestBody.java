package dev.otters.egress;

import java.nio.ByteBuffer;

/**
 * The body of a plain request, whose end is looked for: what follows would be another request, for
 * a host that was not checked. Not thread-safe.
 */
final class RequestBody {
  private static final int LONGEST_SIZE = 15;

  private enum State {
    SIZE,
    EXTENSION,
    DATA,
    AFTER_DATA,
    TRAILER,
    END
  }

  private State state;
  private final boolean chunked;
  private long left;
  private int digits;
  private int trailer;

  private RequestBody(boolean chunked, long length) {
    this.chunked = chunked;
    this.left = length;
    this.state = chunked ? State.SIZE : length == 0 ? State.END : State.DATA;
  }

  /** A body of a known length. */
  static RequestBody of(long length) {
    return new RequestBody(false, length);
  }

  /** A body in chunks (RFC 9112, section 7.1). */
  static RequestBody chunked() {
    return new RequestBody(true, 0);
  }

  /**
   * Returns how many of the bytes from the position on belong to the body, and expects the bytes
   * after these at the next call. What is no chunk ends the body.
   */
  int take(ByteBuffer bytes) {
    int at = bytes.position();
    while (at < bytes.limit() && state != State.END) {
      if (state == State.DATA) {
        long step = Math.min(left, bytes.limit() - at);
        left -= step;
        at += (int) step;
        if (left == 0) {
          state = chunked ? State.AFTER_DATA : State.END;
        }
      } else if (!next(bytes.get(at))) {
        state = State.END;
      } else {
        at++;
      }
    }
    return at - bytes.position();
  }

  /** Follows a byte between chunks, and returns whether it may be there. */
  private boolean next(byte value) {
    return switch (state) {
      case SIZE -> size(value);
      case EXTENSION -> extension(value);
      case AFTER_DATA -> afterData(value);
      case TRAILER -> trailer(value);
      case DATA, END -> false;
    };
  }

  private boolean size(byte value) {
    int digit = Character.digit(value, 16);
    if (digit >= 0 && digits < LONGEST_SIZE) {
      left = left << 4 | digit;
      digits++;
      return true;
    }
    state = State.EXTENSION;
    return digits > 0 && digit < 0 && extension(value);
  }

  private boolean extension(byte value) {
    if (value == '\n') {
      state = left == 0 ? State.TRAILER : State.DATA;
      trailer = 0;
    }
    return true;
  }

  private boolean afterData(byte value) {
    if (value == '\n') {
      state = State.SIZE;
      digits = 0;
    }
    return value == '\n' || value == '\r';
  }

  /** Ends with an empty line. */
  private boolean trailer(byte value) {
    if (value == '\n' && trailer == 0) {
      state = State.END;
    } else if (value != '\r') {
      trailer = value == '\n' ? 0 : trailer + 1;
    }
    return true;
  }
}
