package dev.otters.home.token;

import java.util.List;

/**
 * The sender of a request to the API.
 *
 * @param id the id of the token
 * @param roots the namespaces below which the token may use sessions; empty for the operator, who
 *     may do everything
 */
public record Caller(String id, List<String> roots) {
  /** Copies the list. */
  public Caller {
    roots = List.copyOf(roots);
  }

  /** Returns whether this is the operator. */
  public boolean isOperator() {
    return roots.isEmpty();
  }
}
