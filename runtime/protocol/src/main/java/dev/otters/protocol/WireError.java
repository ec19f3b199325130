package dev.otters.protocol;

import java.util.Arrays;
import java.util.Locale;

/**
 * The error of a {@link Message.Failure}.
 *
 * @param number JSON-RPC's number, such as -32601 for an unknown method
 * @param code the stable reason that programs decide by
 * @param message one sentence for people
 */
public record WireError(int number, Code code, String message) {
  /** JSON-RPC's number for application errors. */
  public static final int APPLICATION = -32000;

  /** The stable reasons. */
  public enum Code {
    /** The token is not the agent's current one. */
    UNAUTHENTICATED,
    /** The runtime no longer holds the activation; it must drop the turn. */
    STALE_FENCE,
    /** The daemon does not speak this version of the protocol. */
    PROTOCOL_UNSUPPORTED,
    /** The message is malformed or not allowed here. */
    INVALID,
    /** The daemon failed; also stands for unknown codes. */
    INTERNAL;

    /** Returns the name used in {@code data.code}. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Code named(String wireName) {
      return Arrays.stream(values())
          .filter(code -> code.wireName().equals(wireName))
          .findFirst()
          .orElse(INTERNAL);
    }
  }

  /** Creates an application error. */
  public static WireError of(Code code, String message) {
    return new WireError(APPLICATION, code, message);
  }
}
