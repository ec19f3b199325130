package dev.otters.cli.commands.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitTest extends CommandTest {
  private Path written;

  @BeforeEach
  void useTheProjectAsTheDistribution() {
    bench.distribution(Path.of(System.getProperty("otters.root")));
    written = folder.resolve("work/Agentfile");
  }

  @ParameterizedTest
  @ValueSource(strings = {"guide", "logs", "notebook", "release", "table"})
  void everyTemplateIsACommentedAgentfileForThisFolder(String template) {
    assertThat(bench.run("init", template).out()).contains("wrote " + written);

    assertThat(written)
        .content()
        .startsWith("# syntax=openotters/agentfile:1\n")
        .contains("NAME " + template + "\n", "#   otters run . -", "\n# MODEL ", "\nBIN ")
        .doesNotContain("\nMODEL ");
  }

  @Test
  void withoutATemplateItIsTheGuide() {
    assertThat(bench.run("init").exit()).isZero();
    assertThat(written).content().contains("NAME guide\n");
  }

  @Test
  void anAgentfileIsNeverReplaced() throws IOException {
    java.nio.file.Files.writeString(written, "mine");

    Bench.Run run = bench.run("init", "logs");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("Agentfile already exists", "write into another folder");
    assertThat(written).hasContent("mine");
  }

  @Test
  void anUnknownTemplateIsAnErrorWithTheList() {
    assertThat(bench.run("init", "../guide").err())
        .contains("there is no template '../guide'", "guide, logs, notebook, release, table");
    assertThat(written).doesNotExist();
  }

  @Test
  void withoutADistributionThereAreNoTemplates() {
    bench.distribution(null);

    assertThat(bench.run("init").err()).contains("the templates are part of the distribution");
  }
}
