package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** Engine 20 sometimes ends the output of a short sandbox without its last lines. */
@Tag("engine20")
class ShortOutputTest extends DockerTest {
  @RepeatedTest(20)
  void isToldWhole() throws IOException {
    assertThat(output("echo first; echo last")).containsExactly("first", "last");
  }
}
