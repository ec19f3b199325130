package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {
  @ParameterizedTest
  @CsvSource({
    "github.com, github.com:443",
    "github.com, GitHub.com.:443",
    "github.com, github.com:80",
    "GITHUB.com., github.com:443",
    "github.com:8443, github.com:8443",
    "*.github.com, api.github.com:443",
    "*.github.com, a.b.github.com:443",
    "*.github.com:22, api.github.com:22",
    "bücher.example, xn--bcher-kva.example:443",
    "*, anything.example:443",
    "*, 192.0.2.1:80",
    "*:22, anything.example:22",
    "10.0.0.1:5432, 10.0.0.1:5432",
    "[::1]:80, [0:0::1]:80",
    "[::ffff:10.0.0.1], 10.0.0.1:443",
  })
  void aRuleAllows(String rule, String wanted) {
    assertThat(HostRule.parse(rule).allows(destination(wanted))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "github.com, evilgithub.com:443",
    "github.com, github.com.evil.example:443",
    "github.com, api.github.com:443",
    "github.com, github.com:8443",
    "github.com, github.com:22",
    "github.com:443, github.com:80",
    "*.github.com, github.com:443",
    "*.github.com, evilgithub.com:443",
    "*.github.com, api.github.com:22",
    "*.github.com, api.github.com.evil.example:443",
    "*, anything.example:22",
    "10.0.0.1, 10.0.0.2:443",
    "10.0.0.1:80, 10.0.0.1:443",
    "10.0.0.1, 10.0.0.1.example:443",
  })
  void aRuleDoesNotAllow(String rule, String wanted) {
    assertThat(HostRule.parse(rule).allows(destination(wanted))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ":80",
        "github.com:",
        "github.com:0",
        "github.com:65536",
        "github.com:http",
        "https://github.com",
        "github.com/path",
        "*github.com",
        "api.*.com",
        "*.",
        "**",
        "*.10.0.0.1",
        "*.[::1]",
        "10.0.0.0/8",
        "a b",
        "::1",
      })
  void anythingElseIsNoRule(String text) {
    assertThatThrownBy(() -> HostRule.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is not a host, *.domain or address, with :port or without");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "github.com",
        "*.github.com:22",
        "*",
        "*:8080",
        "10.0.0.1",
        "[0:0:0:0:0:0:0:1]:80"
      })
  void aRuleIsWrittenAsItWasRead(String text) {
    assertThat(HostRule.parse(text)).hasToString(text);
  }

  private static Destination destination(String text) {
    return Destination.parse(text, 0).orElseThrow();
  }
}
