package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.command.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReferencePageTest {
  private static final Path PAGE =
      Path.of(System.getProperty("otters.root", "../.."), "docs/cli.md");

  @Test
  void thePageIsWrittenFromTheCommands() throws IOException {
    String page = Reference.page(Catalogue.all());
    if (System.getenv("OTTERS_WRITE_DOCS") != null) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, page);
    }
    assertThat(PAGE).describedAs("write it anew with OTTERS_WRITE_DOCS=1").hasContent(page);
  }

  @Test
  void thePageHoldsEveryCommandAndExitCode() {
    String page = Reference.page(Catalogue.all());
    assertThat(Catalogue.all())
        .allSatisfy(c -> assertThat(page).contains("### otters " + c.name() + "\n"));
    assertThat(page).contains("| 0 | done |", "| 130 | interrupted");
  }
}
