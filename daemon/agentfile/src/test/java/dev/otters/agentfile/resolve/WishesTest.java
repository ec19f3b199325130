package dev.otters.agentfile.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.LabelKeys;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WishesTest {
  @Test
  void labelsAreReadAsListsQuantitiesAndPlaces() {
    Wishes wishes =
        Wishes.of(
            Map.of(
                LabelKeys.REQUIRED_ENV, "TOKEN, USER",
                LabelKeys.REQUIRED_MOUNTS, "src,/workspace/data/",
                LabelKeys.ALLOW_HOSTS, "api.example.com",
                LabelKeys.ASK_TOOLS, "curl git",
                LabelKeys.MEMORY, "1.5GiB",
                LabelKeys.CPUS, "1.5",
                LabelKeys.PIDS, "100"));

    assertThat(wishes.requiredEnv()).containsExactly(List.of("TOKEN"), List.of("USER"));
    assertThat(wishes.requiredMounts()).containsExactly("/workspace/src", "/workspace/data");
    assertThat(wishes.allowHosts()).containsExactly("api.example.com");
    assertThat(wishes.askTools()).containsExactly("curl", "git");
    assertThat(wishes.memory()).isEqualTo(OptionalLong.of(3L << 29));
    assertThat(wishes.cpus()).isEqualTo(OptionalDouble.of(1.5));
    assertThat(wishes.pids()).isEqualTo(OptionalInt.of(100));
  }

  @Test
  void noLabelsAskForNothing() {
    Wishes wishes = Wishes.of(Map.of("description", "a"));

    assertThat(wishes.requiredEnv()).isEmpty();
    assertThat(wishes.memory()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory | much | number of bytes",
        "memory | 0 | number of bytes",
        "memory | -1g | number of bytes",
        "memory | '' | number of bytes",
        "memory | 999999999999t | number of bytes",
        "cpus | 0 | greater than 0",
        "cpus | 1e9 | greater than 0",
        "pids | 1.5 | whole number",
        "pids | 99999999999 | whole number",
        "required-env | ' , ' | list",
        "required-env | as you like | list of keys",
        "required-mounts | mount your folder | list of targets",
        "allow-hosts | '' | list",
      })
  void aValueThatSaysNothingIsAComplaintAndNoWish(String label, String value, String complaint) {
    String key = "io.openotters." + label;

    assertThat(Wishes.complaintAbout(key, value))
        .hasValueSatisfying(text -> assertThat(text).contains(complaint));
    assertThat(Wishes.of(Map.of(key, value))).isEqualTo(Wishes.of(Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GH_TOKEN or GITHUB_TOKEN | [[GH_TOKEN, GITHUB_TOKEN]]",
        "'A, B or C or D,E F' | [[A], [B, C, D], [E], [F]]",
        "'TOKEN — A token for HA, made in its UI' | [[TOKEN]]",
        "'HA_URL (no slash at its end), HA_TOKEN' | [[HA_URL], [HA_TOKEN]]",
        "A or nothing | [[A]]",
        "or A | []",
        "'' | []",
      })
  void keysMayBeAlternativesAndExplainThemselves(String value, String keys) {
    assertThat(Wishes.of(Map.of(LabelKeys.REQUIRED_ENV, value)).requiredEnv()).hasToString(keys);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'/kube.yaml — the config, mount it with -v ~/.kube/config:/kube.yaml:ro' | [/kube.yaml]",
        "'/a /b,c' | [/a, /b, /workspace/c]",
        "'/a.sock, ' | [/a.sock]",
        "'' | []",
      })
  void targetsMayExplainThemselves(String value, String targets) {
    assertThat(Wishes.of(Map.of(LabelKeys.REQUIRED_MOUNTS, value)).requiredMounts())
        .hasToString(targets);
  }

  @Test
  void whatPeopleAreAskedForMayBeAnyText() {
    assertThat(LabelKeys.all().stream().filter(Wishes::mayBeAnyText))
        .containsExactly(LabelKeys.REQUIRED_ENV, LabelKeys.REQUIRED_MOUNTS);
  }

  @Test
  void nothingMayBeRequired() {
    assertThat(Wishes.complaintAbout(LabelKeys.REQUIRED_ENV, "")).isEmpty();
    assertThat(Wishes.complaintAbout(LabelKeys.REQUIRED_MOUNTS, "")).isEmpty();
  }

  @Test
  void otherLabelsMaySayAnything() {
    assertThat(Wishes.complaintAbout("description", "")).isEmpty();
    assertThat(Wishes.complaintAbout(LabelKeys.MEMORY, "512m")).isEmpty();
    assertThat(Wishes.complaintAbout(LabelKeys.REQUIRED_ENV, "A")).isEmpty();
  }
}
