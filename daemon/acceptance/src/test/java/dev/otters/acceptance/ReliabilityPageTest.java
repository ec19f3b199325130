package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Compares docs/reliability.md with the tests that it names. */
class ReliabilityPageTest {
  @Test
  void everyTestOfThePageExists() {
    String page = Otters.read(Distribution.root().resolve("docs/reliability.md"));

    assertThat(NamedTests.in(page)).hasSizeGreaterThan(30);
    assertThat(NamedTests.read().missing(page)).isEmpty();
  }
}
