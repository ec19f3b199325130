package dev.otters.cli.commands.system;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DaemonStopTest {
  /** Returns a process that takes a signal, or does not, and ends in a way. */
  private static ProcessHandle process(boolean signalled, CompletableFuture<ProcessHandle> end) {
    return (ProcessHandle)
        Proxy.newProxyInstance(
            ProcessHandle.class.getClassLoader(),
            new Class<?>[] {ProcessHandle.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "destroy" -> signalled;
                  case "onExit" -> end;
                  default -> 7L;
                });
  }

  @Test
  void aDaemonOfAnotherUserCannotBeStopped() {
    ProcessHandle other = process(false, new CompletableFuture<>());
    assertThatThrownBy(() -> DaemonStop.end(other))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("cannot stop the daemon, process 7: no permission to signal it");
  }

  @Test
  void aDaemonThatDoesNotEndIsNotWaitedForWithoutLimit() {
    Throwable late = new CompletionException(new TimeoutException());
    ProcessHandle busy = process(true, CompletableFuture.failedFuture(late));
    assertThatThrownBy(() -> DaemonStop.end(busy))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("process 7: it did not end within 60 seconds");
  }
}
