package dev.otters.resources.writeback;

import dev.otters.home.store.Tx;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import java.util.Map;
import java.util.function.Consumer;

/** Decides whether a session may write durable files now. */
@FunctionalInterface
public interface WriteGate {
  /** The gate that everything passes. */
  WriteGate OPEN = _ -> _ -> {};

  /**
   * Checks whether the session may write. It may take minutes, so no transaction is open. Throws
   * what the writer shall learn if the session may not.
   *
   * @param drafts the drafts that are written, with the bytes that are written whatever becomes of
   *     the drafts meanwhile; empty for a restore
   * @return what checks in the transaction of the write that this still holds, or throws likewise
   */
  Consumer<Tx> pass(Map<FilePath, Content> drafts);

  /** Returns a gate that also checks something else in the transaction of the write. */
  default WriteGate and(Consumer<Tx> other) {
    return drafts -> {
      Consumer<Tx> holds = pass(drafts);
      return tx -> {
        holds.accept(tx);
        other.accept(tx);
      };
    };
  }
}
