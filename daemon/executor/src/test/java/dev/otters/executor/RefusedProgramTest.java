package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.LogLine.Stream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RefusedProgramTest {
  private static final String PREFIX = "launcher: ";

  private final ByteArrayOutputStream passed = new ByteArrayOutputStream();
  private final RefusedProgram program =
      new RefusedProgram(
          "jq", PREFIX, (_, bytes, offset, length) -> passed.write(bytes, offset, length));

  private void print(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    program.output(Stream.STDERR, bytes, 0, bytes.length);
  }

  @Test
  void aRefusalIsHeldUntilTheEndAndNamesTheProgram() throws IOException {
    print(PREFIX);
    print("jq: Permission denied");
    assertThat(passed.size()).isZero();

    assertThat(program.end(1, true)).isEqualTo(Execution.NOT_EXECUTABLE);

    assertThat(passed).hasToString("cannot run jq: permission denied\n");
  }

  @Test
  void theOutputOfAProgramThatStartsLikeARefusalPassesOnceItIsLong() throws IOException {
    String first = PREFIX + "x".repeat(3000);
    print(first);
    print("y".repeat(3000));

    assertThat(passed).hasToString(first + "y".repeat(3000));
    assertThat(program.end(1, true)).isEqualTo(1);
  }
}
