package dev.otters.worker.tool;

import java.util.concurrent.CompletableFuture;

/**
 * A running tool and its descendants.
 *
 * @param mark a variable's value in the environment of all of them, unless they remove it
 * @param root the tool itself
 * @param startTicks when it started; older processes belong to another family
 */
record Family(String mark, Process root, long startTicks) {
  /** Completes when the tool itself has ended; its descendants may still run. */
  CompletableFuture<Integer> rootExit() {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    // Not onExit(): it may wait until the pipe is drained, which a leftover writer can prevent.
    Thread.ofVirtual()
        .name("tool-wait")
        .start(
            () -> {
              try {
                exit.complete(root.waitFor());
              } catch (InterruptedException interrupted) {
                exit.completeExceptionally(interrupted);
              }
            });
    return exit;
  }
}
