package dev.otters.models.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueFileTest {
  private static final String DIGEST = "ab".repeat(32);
  private static final String GOOD =
      """
      models:
        - name: tiny
          bytes: 5
          sha256: "%s"
          licence: MIT
          context: 512
          sources:
            - url: https://h/x
            - packages: [{ package: 'a-b==1.0', member: a/b, bytes: 5, sha256: "%s" }]
      """
          .formatted(DIGEST, DIGEST);

  @Test
  void anEntryIsReadWithItsSourcesInOrder() {
    CatalogueEntry entry = CatalogueFile.parse("m.yaml", GOOD).getFirst();
    assertThat(entry.title()).isEqualTo("tiny");
    assertThat(entry.sources())
        .extracting(Object::toString)
        .containsExactly("https://h/x", "Python package a-b==1.0");
    assertThat(CatalogueFile.parse("m.yaml", "")).isEmpty();
  }

  @Test
  void anEmptyTitleOrListOfSourcesCountsAsAbsent() {
    String head = GOOD.substring(0, GOOD.indexOf("    sources:")) + "    title:\n";
    CatalogueEntry absent = CatalogueFile.parse("m.yaml", head).getFirst();
    assertThat(CatalogueFile.parse("m.yaml", head + "    sources:\n")).containsExactly(absent);
    assertThat(absent.title()).isEqualTo("tiny");
    assertThat(absent.sources()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name: tiny | name: Tiny | name is 'Tiny'
          bytes: 5 | bytes: 0 | bytes is '0'
          bytes: 5 | bytes: many | bytes is 'many'
          licence: MIT | x: y | unknown key 'x' in a model
          licence: MIT | licence: [] | licence must be a text
          context: 512 | context: 99999999999 | context is
          licence: MIT | family: qwen | unknown key 'family' in a model
          https://h/x | ftp://h/x | write an http or https URL
          https://h/x | https://a:b@h/x | must not contain a password
          https://h/x | 'https://h h' | url is 'https://h h'
          a-b==1.0 | --index-url=x | write NAME==VERSION
          a-b==1.0 | a-b | write NAME==VERSION
          models: | other: | unknown key 'other' in the file
          """)
  void whatIsWrongIsNamed(String good, String bad, String message) {
    assertThatThrownBy(() -> CatalogueFile.parse("m.yaml", GOOD.replace(good, bad)))
        .isInstanceOf(ApiException.class)
        .hasMessageMatching("m\\.yaml:\\d+: .*")
        .hasMessageContaining(message);
  }
}
