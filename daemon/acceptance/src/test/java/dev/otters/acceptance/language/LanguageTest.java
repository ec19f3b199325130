package dev.otters.acceptance.language;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the product to the part of CONTRIBUTING's rules for prose that a machine can check. */
class LanguageTest {
  private static final int MIN_FILES = 900;
  private static final int MIN_REMEDIES = 300;

  private static final Map<Module, List<SourceFile>> SOURCES = sources();
  private static final RemedyParameters PARAMETERS =
      RemedyParameters.of(SOURCES.values().stream().flatMap(List::stream).toList());

  static Stream<Module> modules() {
    return SOURCES.keySet().stream();
  }

  @Test
  void theWholeProductIsRead() {
    assertThat(SOURCES.values().stream().mapToInt(List::size).sum()).isGreaterThan(MIN_FILES);
    assertThat(SOURCES.values().stream().flatMap(List::stream).flatMap(LanguageTest::remedies))
        .hasSizeGreaterThan(MIN_REMEDIES);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void javadocStartsWithANounPhraseOrAVerb(Module module) {
    assertThat(findings(module, Phrases::wrongStarts)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void commentsAndTextsUseNaturalExpressions(Module module) {
    assertThat(findings(module, Phrases::unnatural)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void remediesAreImperativeSentences(Module module) {
    assertThat(findings(module, file -> Remedies.wrong(file, PARAMETERS))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void pluralsFitTheirNumber(Module module) {
    assertThat(findings(module, Plurals::wrong)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void theModuleHasAReadme(Module module) throws IOException {
    assertThat(module.readme()).isRegularFile();
    assertThat(Files.readAllLines(module.readme())).hasSizeBetween(10, 30);
  }

  private static Stream<String> remedies(SourceFile file) {
    return Remedies.all(file, PARAMETERS).stream();
  }

  private static List<String> findings(Module module, Function<SourceFile, List<String>> rule) {
    return SOURCES.getOrDefault(module, List.of()).stream()
        .flatMap(file -> rule.apply(file).stream())
        .toList();
  }

  private static Map<Module, List<SourceFile>> sources() {
    Map<Module, List<SourceFile>> sources = new LinkedHashMap<>();
    Module.all().forEach(module -> sources.put(module, module.sources()));
    return sources;
  }
}
