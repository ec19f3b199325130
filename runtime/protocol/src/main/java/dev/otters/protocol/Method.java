package dev.otters.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The requests of a runtime, by their names on the wire. */
public enum Method {
  /** Authenticates the connection; the first request on each. */
  HELLO(Call.Hello.class),
  /** Reports that the runtime is ready for work. */
  READY(Call.Ready.class),
  /** Reports why the runtime gives up; it then exits. */
  FATAL(Call.Fatal.class),
  /** Waits for work. */
  LEASE(Call.Lease.class),
  /** Renews a lease. */
  HEARTBEAT(Call.Heartbeat.class),
  /** Asks what a turn does next. */
  COMPLETE(Call.Complete.class),
  /** Stores the result of a tool call. */
  RESULT(Call.Result.class),
  /** Ends an attempt that has no answer. */
  RELEASE(Call.Release.class);

  private final Class<?> call;

  Method(Class<?> call) {
    this.call = call;
  }

  /** Returns the name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Method of(Call<?> call) {
    return first(method -> method.call == call.getClass()).orElseThrow();
  }

  static Optional<Method> named(String wireName) {
    return first(method -> method.wireName().equals(wireName));
  }

  private static Optional<Method> first(Predicate<Method> wanted) {
    return Arrays.stream(values()).filter(wanted).findFirst();
  }
}
