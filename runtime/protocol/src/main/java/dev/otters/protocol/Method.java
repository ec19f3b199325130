package dev.otters.protocol;

import java.util.Arrays;
import java.util.Optional;

/** The requests that a runtime makes to its daemon, by the name they have on the wire. */
public enum Method {
  /** Authenticates a connection; the first request on each. */
  HELLO("hello"),
  /** Says that the runtime takes work. */
  READY("ready"),
  /** Says why the runtime gives up; it exits afterwards. */
  FATAL("fatal"),
  /** Waits for work. */
  LEASE("lease"),
  /** Keeps a leased activation. */
  HEARTBEAT("heartbeat"),
  /** Makes events durable. */
  APPEND("append"),
  /** Asks the model. */
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
