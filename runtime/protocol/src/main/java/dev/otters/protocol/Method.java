package dev.otters.protocol;

import java.util.Arrays;
import java.util.Optional;

/** The requests of a runtime, by their names on the wire. */
public enum Method {
  /** Authenticates the connection; the first request on each. */
  HELLO("hello"),
  /** Reports that the runtime is ready for work. */
  READY("ready"),
  /** Reports why the runtime gives up; it then exits. */
  FATAL("fatal"),
  /** Waits for work. */
  LEASE("lease"),
  /** Renews a lease. */
  HEARTBEAT("heartbeat"),
  /** Appends events. */
  APPEND("append"),
  /** Requests a completion of the model. */
  COMPLETE("complete"),
  /** Ends an activation. */
  ACK("ack"),
  /** Asks for a fresh token. */
  RENEW("renew");

  private final String wireName;

  Method(String wireName) {
    this.wireName = wireName;
  }

  /** Returns the name on the wire. */
  public String wireName() {
    return wireName;
  }

  static Optional<Method> named(String wireName) {
    return Arrays.stream(values()).filter(method -> method.wireName.equals(wireName)).findFirst();
  }
}
