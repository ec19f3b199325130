package dev.otters.agents.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.home.text.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultsTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_000_000);
  private static final String VALUE = "a-long-value";

  @TempDir private Path temp;
  @AutoClose private final Secrets secrets = new Secrets(text -> text);
  private Path folder;
  private Vaults vaults;

  @BeforeEach
  void open() {
    folder = temp.resolve("vaults");
    vaults = Vaults.open(folder, secrets);
  }

  private void assertRefused(String name, String value, String why) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> vaults.set(name, value, NOW))
        .satisfies(e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST))
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.toString()).doesNotContain(VALUE));
  }

  private Stream<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> folder.relativize(file).toString()).toList().stream();
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void aValueIsInAPrivateFileAndHiddenEverywhere() throws IOException {
    vaults.set("github", VALUE, NOW);

    assertThat(vaults.value("github")).contains(VALUE);
    assertThat(vaults.list()).containsOnlyKeys("github");
    assertThat(folder.resolve("github")).hasContent(VALUE);
    assertThat(mode(folder)).isEqualTo("rwx------");
    assertThat(mode(folder.resolve("github"))).isEqualTo("rw-------");
    assertThat(names()).containsExactly("github");
    assertThat(Secrets.hide("x " + VALUE)).isEqualTo("x (secret)");
  }

  @Test
  void theNextDaemonKnowsTheValuesAndRemovesWhatAnEarlierOneDidNotFinish() throws IOException {
    vaults.set("github", VALUE, NOW);
    Files.writeString(folder.resolve(".other.123"), "unfinished");
    try (Secrets table = new Secrets(text -> text)) {
      Vaults next = Vaults.open(folder, table);
      assertThat(next.value("github")).contains(VALUE);
      assertThat(table.of(new java.util.UUID(0, 1)).apply(VALUE)).isEqualTo("(secret)");
    }
    assertThat(names()).containsExactly("github");
  }

  @Test
  void aReplacedOrRemovedValueStaysHidden() {
    vaults.set("github", VALUE, NOW);
    vaults.set("github", "the-next-value", NOW);
    assertThat(vaults.value("github")).contains("the-next-value");
    assertThat(Secrets.hide(VALUE + " the-next-value")).isEqualTo("(secret) (secret)");

    assertThat(vaults.remove("github")).isTrue();
    assertThat(vaults.remove("github")).isFalse();
    assertThat(vaults.value("github")).isEmpty();
    assertThat(vaults.list()).isEmpty();
    assertThat(Secrets.hide("the-next-value")).isEqualTo("(secret)");
  }

  @Test
  void aFileThatAPersonEditsAppliesAndIsHidden() throws IOException {
    vaults.set("github", VALUE, NOW);
    Files.writeString(folder.resolve("github"), "edited-by-hand");
    assertThat(vaults.value("github")).contains("edited-by-hand");
    assertThat(Secrets.hide("edited-by-hand")).isEqualTo("(secret)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../x", "a/b", ".hidden", "-x", "a b", "a\nb", "ä"})
  void hostileNamesAreRefused(String name) throws IOException {
    assertRefused(name, VALUE, "the name of a vault must be 1 to 63 letters");
    assertThatExceptionOfType(ApiException.class).isThrownBy(() -> vaults.value(name));
    assertThatExceptionOfType(ApiException.class).isThrownBy(() -> vaults.remove(name));
    assertThat(names()).isEmpty();
  }

  @Test
  void valuesThatCannotBeHiddenOrPassedAreRefused() throws IOException {
    assertRefused("x", "short", "fewer than 8 characters");
    assertRefused("x", "   a   \n    ", "fewer than 8 characters");
    assertRefused("x", "a\0" + VALUE, "is not text");
    assertRefused("x", "\ud800" + VALUE, "is not text");
    assertRefused("x", "x".repeat(Vaults.LARGEST + 1), "more than 65536 bytes");
    vaults.set("x", "ä".repeat(Vaults.LARGEST / 2), NOW);
    assertThat(names()).containsExactly("x");
  }

  @Test
  void theNumberAndTheSumOfValuesAreLimited() {
    for (int i = 0; i < 4; i++) {
      vaults.set("large" + i, "x".repeat(Vaults.LARGEST), NOW);
    }
    assertRefused("one", VALUE, "too many vaults");
    vaults.set("large0", VALUE, NOW);
    for (int i = 4; i < Vaults.MOST; i++) {
      vaults.set("small" + i, VALUE, NOW);
    }
    assertRefused("one", VALUE, "too many vaults");
    vaults.set("small4", "another-value", NOW);
  }

  @Test
  void linksAndFoldersAreNoVaultsAndAreNotFollowed() throws IOException {
    Path outside = Files.writeString(temp.resolve("outside"), "of somebody else");
    Files.createSymbolicLink(folder.resolve("link"), outside);
    Files.createDirectory(folder.resolve("folder"));
    assertThat(vaults.value("link")).isEmpty();
    assertThat(vaults.value("folder")).isEmpty();
    assertThat(Vaults.open(folder, secrets).list()).isEmpty();

    vaults.set("link", VALUE, NOW);
    assertThat(vaults.value("link")).contains(VALUE);
    assertThat(outside).hasContent("of somebody else");
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> vaults.set("folder", VALUE, NOW));
    assertThat(vaults.list()).containsOnlyKeys("link");
  }

  @Test
  void aFileThatIsNotAValueIsNoVault() throws IOException {
    Files.write(folder.resolve("binary"), "x\0yyyyyyyyyy".getBytes(StandardCharsets.UTF_8));
    Files.write(
        folder.resolve("latin"), new byte[] {'a', (byte) 0xe4, 'b', 'c', 'd', 'e', 'f', 'g'});
    Files.writeString(folder.resolve("huge"), "x".repeat(Vaults.LARGEST + 1));
    assertThat(vaults.value("binary")).isEmpty();
    assertThat(vaults.value("latin")).isEmpty();
    assertThat(vaults.value("huge")).isEmpty();
  }

  @Test
  void aLinkInThePlaceOfTheFolderIsRefused() throws IOException {
    Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(() -> Vaults.open(link, secrets));
  }
}
