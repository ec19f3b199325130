package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyValuesTest {
  @TempDir Path folder;
  private final KeyValues pairs = new KeyValues(Map.of("HOME", "/home/me", "EMPTY", ""));

  @Test
  void laterValuesWinAndFilesComeFirst() throws IOException {
    Path file = Files.writeString(folder.resolve("env"), "# comment\n\nA=1\nB=x=y \n HOME\n");
    assertThat(pairs.environment(List.of(file), List.of("A=2", "C=", "EMPTY")))
        .containsExactly(
            Map.entry("A", "2"),
            Map.entry("B", "x=y "),
            Map.entry("HOME", "/home/me"),
            Map.entry("C", ""),
            Map.entry("EMPTY", ""));
  }

  @Test
  void whatCannotBeReadIsNamedWithoutItsValue() throws IOException {
    Path file = Files.writeString(folder.resolve("env"), "A=1\n=s3cret\n");
    assertThatThrownBy(() -> pairs.environment(List.of(file), List.of()))
        .hasMessage(file + ":2: expected KEY=VALUE, found no key");
    assertThatThrownBy(() -> pairs.environment(List.of(), List.of("UNSET")))
        .hasMessage("-e UNSET: no value, and no environment variable UNSET");
    assertThatThrownBy(() -> pairs.environment(List.of(folder.resolve("none")), List.of()))
        .hasMessageContaining("none does not exist");
    assertThatThrownBy(() -> pairs.environment(List.of(), List.of("A B=1")))
        .hasMessage("-e: expected KEY=VALUE, found no key");
    assertThatThrownBy(() -> pairs.environment(List.of(folder), List.of()))
        .hasMessageContaining("cannot be read");
  }

  @Test
  void labelsNeedAValueAndAreGivenOnce() {
    assertThat(KeyValues.labels(List.of("a=1", "b=")))
        .containsExactly(Map.entry("a", "1"), Map.entry("b", ""));
    assertThatThrownBy(() -> KeyValues.labels(List.of("a")))
        .hasMessage("--label 'a': expected KEY=VALUE");
    assertThatThrownBy(() -> KeyValues.labels(List.of("=1")))
        .hasMessage("--label '=1': expected KEY=VALUE");
    assertThatThrownBy(() -> KeyValues.labels(List.of("a=1", "a=2")))
        .hasMessage("--label 'a' is given twice");
  }

  @Test
  void buildArgumentsMayComeFromTheEnvironment() {
    assertThat(pairs.buildArguments(List.of("HOME", "X=1")))
        .containsExactly(Map.entry("HOME", "/home/me"), Map.entry("X", "1"));
  }
}
