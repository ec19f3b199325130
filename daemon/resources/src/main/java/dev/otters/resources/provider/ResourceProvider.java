package dev.otters.resources.provider;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Namespace;
import java.util.List;

/**
 * Serves the resources of one kind. All methods are thread-safe and keep nothing in memory. The
 * daemon checks mode, grants and path before each call, and a provider checks them again.
 */
public interface ResourceProvider {
  /** Returns the kind of the resources. */
  String kind();

  /**
   * Returns what a resource leads to, without blanks. Resources with the same place share all that
   * they store, whatever their names.
   */
  default String place(DeclaredResource resource) {
    return "";
  }

  /**
   * Returns what is wrong with a declaration, as sentences without their ends; empty if nothing.
   */
  List<String> complaints(DeclaredResource resource);

  /** Returns all tools. A turn gets those that its mode includes. */
  List<ResourceTool> tools();

  /**
   * Returns what every turn learns of a resource, as Markdown without headings. It is short, has a
   * limit, and quotes what agents wrote. Empty if there is nothing to say.
   */
  String context(Rows rows, ResourceToolContext context);

  /**
   * Returns what a call is about, for the record of calls: by default its namespace, or else the
   * grants. It is asked before the call.
   *
   * @throws ResourceException if the input does not say
   */
  default String path(Rows rows, ResourceToolContext context, ResourceCall call) {
    return call.namespace().map(Namespace::path).orElseGet(() -> context.grants().text());
  }

  /**
   * Answers a call of a tool that only reads. It may take long: no transaction that writes waits.
   *
   * @return what the model reads
   * @throws ResourceException with the reason
   */
  String read(Rows rows, ResourceToolContext context, ResourceCall call);

  /**
   * Runs a call of a tool that writes in the transaction that stores its result, so a call that was
   * cut off has done nothing. It is short.
   *
   * @return what the model reads
   * @throws ResourceException with the reason
   */
  String write(Tx tx, ResourceToolContext context, ResourceCall call);

  /**
   * Deletes entries that are stored at a path, some thousand at most, so that no transaction is
   * long.
   *
   * @param recursive whether also below it
   * @return how many were deleted; 0 when none is left
   */
  long purge(Tx tx, Namespace namespace, boolean recursive);

  /** Deletes all entries that are stored at a path, in several transactions. Returns how many. */
  default long purge(Database database, Namespace namespace, boolean recursive) {
    long all = 0;
    for (long some = -1; some != 0; all += some) {
      some = database.<Long>write(tx -> purge(tx, namespace, recursive));
    }
    return all;
  }
}
