package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkillUnpackingTest {
  @TempDir Path temp;
  private OciStore store;

  @BeforeEach
  void open() {
    store = OciStore.open(temp.resolve("registry"));
  }

  @Test
  void filesAreWrittenWithTheirFoldersAndRights() throws IOException {
    unpack(
        tar ->
            write(tar, "SKILL.md a/b/run.sh a/b/data", name -> name.endsWith(".sh") ? 0700 : 0600));

    Path skill = temp.resolve("skill");
    assertThat(skill.resolve("a/b/run.sh")).hasContent("text").isExecutable();
    assertThat(skill.resolve("a/b/data").toFile().canExecute()).isFalse();
    assertThat(Files.getPosixFilePermissions(skill.resolve("a"))).hasSize(7);
    assertThat(Files.getPosixFilePermissions(skill.resolve("SKILL.md"))).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x | has no SKILL.md",
        "SKILL.md/x | has no SKILL.md",
        "SKILL.md ../x | hostile name",
        "SKILL.md a/../../x | hostile name",
        "SKILL.md SKILL.md | two files of one name",
        "SKILL.md SKILL.md/x | two files of one name",
        "SKILL.md a a/b | two files of one name",
        "SKILL.md a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a | more than 16 folders deep",
      })
  void hostileNamesAreRefused(String names, String why) {
    assertRefused(tar -> write(tar, names, name -> 0644), why);
    assertThat(temp.resolve("x")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"2,/etc/passwd", "2,SKILL.md", "1,SKILL.md", "3,", "4,", "6,"})
  void linksDevicesAndPipesAreRefused(byte kind, String target) {
    assertRefused(
        tar -> {
          write(tar, "SKILL.md", name -> 0644);
          TarArchiveEntry entry = new TarArchiveEntry("x", (byte) ('0' + kind));
          entry.setLinkName(target == null ? "" : target);
          tar.putArchiveEntry(entry);
          tar.closeArchiveEntry();
        },
        "not a regular file");
  }

  @Test
  void tooManyFilesAreRefused() {
    assertRefused(
        tar -> {
          for (int i = 0; i <= SkillFolder.MOST_FILES; i++) {
            write(tar, "f" + i, name -> 0644);
          }
        },
        "more than 2000 files");
  }

  @Test
  void aChangedLayerIsRefused() throws IOException {
    DataFile skill = skill(tar -> write(tar, "SKILL.md", name -> 0644));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(other)) {
      tar.file("SKILL.md", 0644, "evil".getBytes(UTF_8));
    }
    Path blob = store.path(skill.content().digest());
    Files.delete(blob);
    Files.write(blob, other.toByteArray());

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> new AgentImages(store).unpack(skill, temp.resolve("skill")))
        .withMessageContaining("was changed in the image store");
  }

  private interface Content {
    void writeTo(TarArchiveOutputStream tar) throws IOException;
  }

  private interface Mode {
    int of(String name);
  }

  private static void write(TarArchiveOutputStream tar, String names, Mode mode)
      throws IOException {
    for (String name : names.split(" ", -1)) {
      TarArchiveEntry entry = new TarArchiveEntry(name, true);
      entry.setSize(4);
      entry.setMode(mode.of(name));
      tar.putArchiveEntry(entry);
      tar.write("text".getBytes(UTF_8));
      tar.closeArchiveEntry();
    }
  }

  private DataFile skill(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      content.writeTo(tar);
    }
    try (Ingest ingest = store.ingest()) {
      DataFile skill = new DataFile("s", "", ingest.put(MediaTypes.SKILL, bytes.toByteArray()));
      ingest.commit();
      return skill;
    }
  }

  private void unpack(Content content) throws IOException {
    new AgentImages(store).unpack(skill(content), temp.resolve("skill"));
  }

  private void assertRefused(Content content, String why) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> unpack(content))
        .withMessageContaining(why)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE));
    assertThat(Stream.of(temp.toFile().list())).containsOnly("registry", "skill");
  }
}
