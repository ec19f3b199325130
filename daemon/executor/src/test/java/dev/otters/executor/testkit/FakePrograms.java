package dev.otters.executor.testkit;

import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Plays the programs of {@link ProgramContract}; others do not exist. */
final class FakePrograms {
  private FakePrograms() {}

  static int act(FakeExecution program) throws IOException, InterruptedException {
    return switch (program.spec().command().getLast()) {
      case ProgramContract.BOTH -> {
        program.print(Stream.STDOUT, "out\n");
        program.print(Stream.STDERR, "err\n");
        yield 3;
      }
      case ProgramContract.COPY -> {
        byte[] buffer = new byte[4096];
        for (int n = program.in().read(buffer); n >= 0; n = program.in().read(buffer)) {
          program.print(Stream.STDOUT, buffer, n);
        }
        yield 0;
      }
      case ProgramContract.WAIT -> {
        program.print(Stream.STDOUT, "ready\n");
        new CountDownLatch(1).await();
        yield 0;
      }
      case ProgramContract.TERMINATED -> 128 + 15;
      case ProgramContract.FLOOD -> {
        while (!program.isOver()) {
          program.print(Stream.STDOUT, "0123456789\n");
        }
        yield 0;
      }
      default -> {
        String name = program.spec().command().getFirst();
        program.print(Stream.STDERR, "cannot run " + name + ": not found in the sandbox\n");
        yield Execution.NOT_FOUND;
      }
    };
  }
}
