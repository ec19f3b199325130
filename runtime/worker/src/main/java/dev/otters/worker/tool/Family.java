package dev.otters.worker.tool;

import java.util.concurrent.CompletableFuture;

/**
 * A running tool and everything that it started.
 *
 * @param mark stands in the environment of all of them, unless they take it out
 * @param root the tool itself
 * @param startTicks when it was started; whatever started earlier is of another family
 */
record Family(String mark, Process root, long startTicks) {
  /** Completes when the tool itself has ended, while what it left behind may still run. */
  CompletableFuture<Integer> rootExit() {
    CompletableFuture<Integer> exit = new CompletableFuture<>();
    // Not onExit(): it may wait until the pipe is drained, which a writer left behind can prevent.
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
