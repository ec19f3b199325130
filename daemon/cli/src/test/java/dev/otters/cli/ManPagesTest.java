package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.cli.command.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManPagesTest {
  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    ManPages.main(new String[] {folder.resolve("man1").toString()});
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> pages = Files.list(folder.resolve("man1"))) {
      return pages.sorted().toList();
    }
  }

  @Test
  void everyCommandHasAPageThatTheProgramNames() throws IOException {
    assertThat(pages()).hasSize(Catalogue.all().size() + 1);
    String program = Files.readString(folder.resolve("man1/otters.1"));
    for (Command command : Catalogue.all()) {
      String name = ("otters-" + command.name()).replace(' ', '-').replace("-", "\\-");
      assertThat(program).contains("\\fB" + name + "\\fR(1)\n");
    }
  }

  @Test
  void pagesUseOnlyKnownMacros() throws IOException {
    for (Path page : pages()) {
      assertThat(Files.readAllLines(page)).first().asString().startsWith(".TH \"OTTERS");
      assertThat(Files.readAllLines(page))
          .describedAs(page.toString())
          .allMatch(line -> !line.matches("[.'].*") || line.matches("\\.(TH|SH|PP|TP|EX|EE)( .*)?"))
          .noneMatch(
              line -> line.replaceAll("\\\\(e|-|&|\\(..|\\[u\\w+]|f[BIR])", "").contains("\\"));
    }
  }

  @Test
  void groffFormatsEveryPageWithoutAWarning() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is not installed");
    for (Path page : pages()) {
      Process groff =
          new ProcessBuilder(
                  "/usr/bin/groff", "-man", "-Tutf8", "-P-cbou", "-ww", "-b", page.toString())
              .redirectErrorStream(true)
              .start();
      String text = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(groff.waitFor()).isZero();
      assertThat(text).doesNotContain("warning", "error:").contains("otters", "GLOBAL OPTIONS");
    }
  }

  @Test
  void aPageShowsExamplesVerbatim() throws IOException {
    assertThat(Files.readString(folder.resolve("man1/otters-ps.1")))
        .contains(
            ".EX\notters ps \\-\\-format \\(aqtable {{.name}}\\et{{.status}}\\(aq\n.EE\n",
            ".TP\n\\fB\\-q, \\-\\-quiet\\fR\nPrint only ids\n");
  }
}
