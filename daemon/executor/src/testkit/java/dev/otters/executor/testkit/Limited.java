package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.SandboxSpec;
import dev.otters.oci.Progress;

/** Checks that an executor names what it cannot enforce, and refuses requests for it. */
final class Limited {
  private Limited() {}

  static void assertRefused(Executor executor, SandboxSpec asked, String... limitations) {
    assertThat(executor.info().limitations()).extracting(Limitation::name).contains(limitations);
    ExecutorContract.assertRefused(Reason.UNSUPPORTED, () -> executor.create(asked, Progress.NONE));
    assertThat(executor.list()).isEmpty();
  }
}
