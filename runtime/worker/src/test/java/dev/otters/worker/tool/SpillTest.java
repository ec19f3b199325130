package dev.otters.worker.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {
  @TempDir Path folder;

  @Test
  void whatCanBeShownNeedsNoFile() {
    Spill spill = spill(8, 100);
    add(spill, "12345678");
    spill.close();

    assertThat(spill.file()).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void moreIsKeptFromItsBeginning() {
    Spill spill = spill(4, 100);
    add(spill, "123");
    add(spill, "456");
    add(spill, "789");
    spill.close();

    assertThat(spill.file()).hasValue(folder.resolve("c1.out"));
    assertThat(folder.resolve("c1.out")).content().isEqualTo("123456789");
    assertThat(spill.remark()).isEmpty();
  }

  @Test
  void theFileEndsWithAMarkWhereItIsFull() {
    Spill spill = spill(4, 6);
    add(spill, "12345678");
    add(spill, "90");
    spill.close();

    assertThat(folder.resolve("c1.out"))
        .content()
        .isEqualTo("123456\n[otters: 4 more bytes were dropped]\n");
    assertThat(spill.remark()).hasValue("the file holds the first 6 of 10 bytes");
  }

  @Test
  void aPlantedLinkIsNotFollowed(@TempDir Path elsewhere) throws Exception {
    Path victim = Files.writeString(elsewhere.resolve("victim"), "untouched");
    Files.createSymbolicLink(folder.resolve("c1.out"), victim);
    Spill spill = spill(1, 100);
    add(spill, "123");
    spill.close();

    assertThat(victim).content().isEqualTo("untouched");
    assertThat(folder.resolve("2-c1.out")).content().isEqualTo("123");
    assertThat(spill.file()).hasValue(folder.resolve("2-c1.out"));
  }

  @Test
  void aFileThatCannotBeWrittenIsSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Spill spill = new Spill(file.resolve("c1.out"), 1, 100);
    add(spill, "123");
    spill.close();

    assertThat(spill.file()).isEmpty();
    assertThat(spill.remark()).get().asString().startsWith("the whole output could not be saved");
  }

  private Spill spill(int shown, long most) {
    return new Spill(folder.resolve("c1.out"), shown, most);
  }

  private static void add(Spill spill, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    spill.add(bytes, bytes.length);
  }
}
