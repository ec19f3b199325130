package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostTest {
  @ParameterizedTest
  @CsvSource({
    "example.com, example.com",
    "API.Example.COM, api.example.com",
    "example.com., example.com",
    "bücher.example, xn--bcher-kva.example",
    "example。com, example.com",
    "ｅxample.com, example.com",
    "my_host, my_host",
    "xn--bcher-kva.example, xn--bcher-kva.example",
    "127.0.0.1, 127.0.0.1",
    "127.0.0.1., 127.0.0.1",
    "１２７.0.0.1, 127.0.0.1",
    "[::1], [0:0:0:0:0:0:0:1]",
    "[2001:DB8::1], [2001:db8:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1], 127.0.0.1",
  })
  void everySpellingOfAHostBecomesOne(String text, String host) {
    assertThat(Host.parse(text).map(Host::toString)).contains(host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        ".example.com",
        "example..com",
        "example.com..",
        "-example.com",
        "example-.com",
        "exa mple.com",
        "example.com/",
        "user@example.com",
        "example.com:80",
        "*.example.com",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "127.1",
        "127.0.0.01",
        "256.0.0.1",
        "1.2.3.4.5",
        "example.123",
        "[127.0.0.1]",
        "[fe80::1%eth0]",
        "[::1",
        "::1",
        "[]",
        "[::g]",
        "example\0.com",
        "example.com\r\n",
        "fa\u00df.example",
        "FA\u1e9e.example",
        "a\u200db.example",
      })
  void whatProgramsReadDifferentlyIsNoHost(String text) {
    assertThat(Host.parse(text)).isEmpty();
  }

  @Test
  void aNameHasAtMost253Characters() {
    String label = "a".repeat(63) + ".";
    String longest = label.repeat(3) + "a".repeat(61);
    assertThat(Host.parse(longest)).isPresent();
    assertThat(Host.parse(longest + ".")).isPresent();
    assertThat(Host.parse(longest + "a")).isEmpty();
    assertThat(Host.parse("a".repeat(64) + ".com")).isEmpty();
    assertThat(Host.parse("a.".repeat(100_000))).isEmpty();
  }

  @Test
  void anyTextIsAHostOrNot() {
    Random random = new Random(7);
    String letters = "aA0.:-_[]%*ü。１x\0 ";
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length > 0; length--) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      // A host that was read is read again as the same one.
      Host.parse(text.toString())
          .ifPresent(host -> assertThat(Host.parse(host.toString())).contains(host));
    }
  }
}
