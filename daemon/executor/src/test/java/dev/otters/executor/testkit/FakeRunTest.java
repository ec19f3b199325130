package dev.otters.executor.testkit;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.LogLine.Stream;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

class FakeRunTest extends RunContract {
  private static final FakeEngine ENGINE = new FakeEngine();

  FakeRunTest() {
    super(
        new ExecutorFixture() {
          @Override
          public Executor open(UUID home, Path folder) {
            ENGINE.lack(Digest.of(new byte[] {1}));
            return new FakeExecutor(ENGINE, home);
          }

          @Override
          public ImagePin runtime() {
            return new ImagePin("runtime", Digest.of(new byte[0]));
          }
        });
  }

  @Override
  protected Executor open() throws IOException {
    ENGINE.execProgram(this::act);
    return super.open();
  }

  @Override
  protected ImagePin tool(String name) {
    return new ImagePin(name, Digest.of(new byte[] {2}));
  }

  @Override
  protected List<String> remains() {
    return ENGINE.all(home).stream().map(FakeSandbox::id).toList();
  }

  private int act(FakeExecution program) throws IOException, InterruptedException {
    Map<String, String> environment = program.spec().environment();
    return switch (program.spec().command().getLast()) {
      case SHOW -> {
        String folder = program.spec().folder();
        program.print(Stream.STDOUT, environment.get("A") + "\n/home\n\n" + folder + "\n");
        yield 0;
      }
      case SECRETS -> {
        String values = environment.get("A") + "\n" + environment.get("B") + "\n";
        int length = Objects.requireNonNull(environment.get("C")).length();
        String input = new String(program.in().readAllBytes(), StandardCharsets.UTF_8);
        program.print(Stream.STDOUT, values + length + "\n/home\n" + input);
        yield 0;
      }
      case LEAVE -> {
        Files.writeString(folders.workspace().resolve("note"), "hello\n");
        program.print(Stream.STDOUT, "left\n");
        yield 0;
      }
      case CHECK -> {
        program.print(Stream.STDOUT, "hello\nno\nno\nno\nown\n");
        yield 0;
      }
      case TOOL -> {
        program.print(Stream.STDOUT, "3\n");
        yield 0;
      }
      case LEFTOVER -> {
        program.print(Stream.STDOUT, "begun\n");
        yield 4;
      }
      case DEAF -> {
        new CountDownLatch(1).await();
        yield 0;
      }
      default -> FakePrograms.act(program);
    };
  }
}
