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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          name: tiny | name: Tiny | models[1].name is 'Tiny'
          bytes: 5 | bytes: 0 | models[1].bytes is '0'
          bytes: 5 | bytes: many | models[1].bytes is 'many'
          licence: MIT | x: y | models[1] has the unknown key 'x'
          licence: MIT | licence: [] | models[1].licence must be text
          context: 512 | context: 99999999999 | models[1].context is
          licence: MIT | family: qwen | models[1] has the unknown key 'family'
          https://h/x | ftp://h/x | write an http or https URL
          https://h/x | https://a:b@h/x | must not contain a password
          https://h/x | 'https://h h' | models[1].sources.url
          a-b==1.0 | --index-url=x | write NAME==VERSION
          a-b==1.0 | a-b | write NAME==VERSION
          models: | other: | the file has the unknown key 'other'
          """)
  void whatIsWrongIsNamed(String good, String bad, String message) {
    assertThatThrownBy(() -> CatalogueFile.parse("m.yaml", GOOD.replace(good, bad)))
        .isInstanceOf(ApiException.class)
        .hasMessageStartingWith("m.yaml: ")
        .hasMessageContaining(message);
  }
}
