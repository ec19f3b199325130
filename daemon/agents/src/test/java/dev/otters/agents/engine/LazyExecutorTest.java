package dev.otters.agents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.home.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LazyExecutorTest {
  private final ManualTime time = new ManualTime();
  private final FakeExecutor real = new FakeExecutor(new FakeEngine(), UUID.randomUUID());
  private final AtomicInteger tries = new AtomicInteger();
  private boolean there;
  private final LazyExecutor lazy = new LazyExecutor(this::open, time);

  private Executor open() {
    tries.incrementAndGet();
    if (!there) {
      throw new ExecutorException(ExecutorException.Reason.UNREACHABLE, "no engine", "Start one.");
    }
    return real;
  }

  @Test
  void nothingIsOpenedBeforeItIsNeeded() {
    assertThat(tries).hasValue(0);
    there = true;
    assertThat(lazy.list()).isEmpty();
    assertThat(lazy.info().kind()).isEqualTo("fake");
    assertThat(tries).hasValue(1);
  }

  @Test
  void anEngineThatComesLaterIsFoundWithoutBeingAskedFor() {
    List<String> heard = new ArrayList<>();
    var unused = lazy.onExit(listener(heard));
    assertThatThrownBy(lazy::info).hasMessage("no engine");
    time.advance(Duration.ofSeconds(10));
    assertThat(heard).isEmpty();
    there = true;
    time.advance(Duration.ofSeconds(2));

    assertThat(heard).containsExactly("back");
    assertThat(lazy.info().kind()).isEqualTo("fake");
  }

  @Test
  void aCallThatFindsTheEngineTellsItToo() {
    List<String> heard = new ArrayList<>();
    var unused = lazy.onExit(listener(heard));
    assertThatThrownBy(lazy::list).hasMessage("no engine");
    there = true;
    assertThat(lazy.list()).isEmpty();
    time.advance(Duration.ofSeconds(2));

    assertThat(heard).containsExactly("back");
  }

  @Test
  void aClosedExecutorLooksForNoEngine() {
    assertThatThrownBy(lazy::list).hasMessage("no engine");
    lazy.close();
    int before = tries.get();
    time.advance(Duration.ofMinutes(1));

    assertThat(tries).hasValue(before);
    assertThatThrownBy(lazy::list).hasMessage("the daemon is stopping");
  }

  private static ExitListener listener(List<String> heard) {
    return new ExitListener() {
      @Override
      public void exited(SandboxKey key, String sandboxId, Exit exit) {
        heard.add("exit");
      }

      @Override
      public void missed(SandboxKey key, String sandboxId, Exit exit) {
        heard.add("missed");
      }

      @Override
      public void engineBack() {
        heard.add("back");
      }
    };
  }
}
