package dev.otters.agents.wire;

import dev.otters.protocol.WireError;

/** A request that the protocol does not allow here. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final WireError.Code code;

  Refusal(WireError.Code code, String message) {
    super(message);
    this.code = code;
  }

  WireError.Code code() {
    return code;
  }
}
