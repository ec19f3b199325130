package dev.otters.executor.testkit;

import dev.otters.executor.ExecSpec;
import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.TerminalSize;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

class FakeExecTest extends ExecContract {
  FakeExecTest() {
    super(
        new ExecutorFixture() {
          private final FakeEngine fake = new FakeEngine();

          @Override
          public Executor open(UUID home, Path folder) {
            fake.program(
                sandbox -> {
                  sandbox.print("ready");
                  sandbox.awaitStop();
                  return 0;
                });
            fake.execProgram(FakeExecTest::act);
            return new FakeExecutor(fake, home);
          }

          @Override
          public ImagePin runtime() {
            return new ImagePin("runtime", Digest.of(new byte[0]));
          }
        });
  }

  private static int act(FakeExecution program) throws IOException, InterruptedException {
    ExecSpec spec = program.spec();
    return switch (spec.command().getLast()) {
      case SHOW -> {
        String text = spec.environment().get("A") + "\n/home\n" + spec.folder() + "\n";
        program.print(Stream.STDOUT, text);
        yield 0;
      }
      case IMITATION -> {
        program.print(Stream.STDOUT, "OCI runtime exec failed: permission denied\n");
        yield 126;
      }
      case LATE -> {
        program.print(Stream.STDOUT, "late\n");
        yield 5;
      }
      case SCREEN -> {
        program.print(Stream.STDOUT, "begin\n");
        for (int i = 0; i < 2; i++) {
          String typed = new String(program.in().readNBytes(3), StandardCharsets.UTF_8);
          TerminalSize size = program.nextSize();
          program.print(Stream.STDOUT, typed + size.rows() + " " + size.columns() + "\n");
        }
        yield 4;
      }
      default -> FakePrograms.act(program);
    };
  }
}
