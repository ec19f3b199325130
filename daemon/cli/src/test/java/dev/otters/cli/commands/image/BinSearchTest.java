package dev.otters.cli.commands.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.cli.testing.CommandTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BinSearchTest extends CommandTest {
  @BeforeEach
  void aStoreWithTools() {
    daemon.answer(
        "GET /v1/bins",
        new BinList(
            List.of(
                bin("otters/runtime:1", "a", "runtime", "The program inside."),
                bin("otters/tools/jq:0.1.0", "b", "jq", "Queries JSON."),
                bin("otters/tools/jq:latest", "b", "jq", "Queries JSON."),
                bin("mine/count:1", "c", "count", null))));
  }

  private static BinSummary bin(String ref, String digest, String name, String description) {
    return new BinSummary(
        ref,
        "sha256:" + digest.repeat(64),
        name,
        description,
        List.of("linux/amd64"),
        2_000_000,
        null);
  }

  @Test
  void everyToolIsListedOnceWithItsLatestReference() {
    assertThat(bench.run("bin", "search").out())
        .contains("otters/tools/jq:latest", "Queries JSON.", "mine/count:1")
        .doesNotContain("jq:0.1.0", "otters/runtime");
  }

  @Test
  void aTextInNameReferenceOrDescriptionLimitsTheList() {
    assertThat(bench.run("bin", "search", "JSON").out()).contains("jq").doesNotContain("count");
    assertThat(bench.run("bin", "search", "mine").out()).contains("count").doesNotContain("jq");
  }
}
