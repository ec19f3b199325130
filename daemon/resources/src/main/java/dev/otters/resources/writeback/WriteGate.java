package dev.otters.resources.writeback;

import dev.otters.home.store.Tx;
import java.util.function.Consumer;

/** Decides whether a session may write durable files now. */
@FunctionalInterface
public interface WriteGate {
  /** The gate that everything passes. */
  WriteGate OPEN = () -> _ -> {};

  /**
   * Checks whether the session may write. It may take minutes, so no transaction is open. Throws
   * what the writer shall learn if the session may not.
   *
   * @return what checks in the transaction of the write that this still holds, or throws likewise
   */
  Consumer<Tx> pass();
}
