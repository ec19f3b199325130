package dev.otters.agentfile.parser;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parses what fuzzing starts from, and what it has ever found. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CorpusTest {
  @ParameterizedTest
  @MethodSource("files")
  void everyFileOfTheCorpusGivesRecordsOrProblems(Path file) throws IOException {
    AnyBytes.fuzzerTestOneInput(Files.readAllBytes(file));
  }

  static List<Path> files() throws IOException, URISyntaxException {
    Path corpus = Path.of(Objects.requireNonNull(CorpusTest.class.getResource("corpus")).toURI());
    try (Stream<Path> files = Files.list(corpus)) {
      return files.sorted().toList();
    }
  }
}
