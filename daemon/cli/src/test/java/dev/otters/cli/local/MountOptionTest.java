package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.agent.MountRequest;
import dev.otters.cli.command.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountOptionTest {
  @TempDir Path folder;
  private MountOption mounts;

  @BeforeEach
  void makeHostPaths() throws IOException {
    Files.createDirectories(folder.resolve("work/src"));
    Files.createDirectories(folder.resolve("home/notes"));
    Files.writeString(folder.resolve("work/customers.csv"), "a,b");
    mounts = new MountOption(new UserPaths(folder.resolve("work"), folder.resolve("home")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "$PWD:/workspace/src:Project source          | .             | /workspace/src              "
            + "  | Project source | false",
        "$PWD/customers.csv:/workspace/data/c.csv:ro | customers.csv | /workspace/data/c.csv       "
            + "  | null           | true",
        "$PWD/src:/s                                 | src           | /s                          "
            + "  | null           | false",
        "$PWD/src:/s:rw                              | src           | /s                          "
            + "  | null           | false",
        "./src:/s:ro                                 | src           | /s                          "
            + "  | null           | true",
        "src:data                                    | src           | data                        "
            + "  | null           | false",
        "../home:/s                                  | ../home       | /s                          "
            + "  | null           | false",
        "~/notes:/n                                  | ../home/notes | /n                          "
            + "  | null           | false",
        "~:/n                                        | ../home       | /n                          "
            + "  | null           | false",
        "src:/s:a: b: c:ro                           | src           | /s                          "
            + "  | a: b: c        | true",
        "src:/s:read only                            | src           | /s                          "
            + "  | read only      | false",
        "src:/s:ro:rw                                | src           | /s                          "
            + "  | ro             | false",
        "src:/s::ro                                  | src           | /s                          "
            + "  | null           | true",
        "src:ro:ro                                   | src           | ro                          "
            + "  | null           | true",
        "type=bind,source=src,target=/s              | src           | /s                          "
            + "  | null           | false",
        "source=src,target=/s,readonly               | src           | /s                          "
            + "  | null           | true",
        "type=bind,src=./src,dst=/s,ro=true          | src           | /s                          "
            + "  | null           | true",
        "source=src,destination=/s,readonly=false    | src           | /s                          "
            + "  | null           | false",
        "source=src,target=/s,\"description=a, b\",ro  | src           | /s                        "
            + "    | a, b           | true",
        "source=src,target=/s,\"desc=say \"\"hi\"\", ok\"   | src           | /s                   "
            + "         | say \"hi\", ok  | false",
      })
  void aMountIsReadAsItIsWritten(
      String written, String source, String target, String description, boolean readOnly) {
    String value = written.replace("$PWD", folder.resolve("work").toString());
    assertThat(mounts.parse(value))
        .isEqualTo(
            new MountRequest(
                folder.resolve("work").resolve(source).normalize().toString(),
                target,
                description,
                readOnly));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "src                           | it names no target; expected"
            + " HOST:TARGET[:DESCRIPTION][:ro|rw]",
        "src:ro                        | it names no target",
        "``                            | it names no target",
        ":/s                           | the host path is empty",
        "src:                          | the target is empty",
        "src::ro                       | the target is empty",
        "nothing:/s                    | work/nothing does not exist",
        "./nothing:/s                  | work/nothing does not exist",
        "type=volume,source=x,target=y | type 'volume' is not supported, only bind",
        "type=bind,target=/s           | the host path is empty",
        "type=bind,source=src          | the target is empty",
        "source=src,target=/s,size=3   | unknown key 'size'",
        "source=src,source=src         | 'source' is given twice",
        "source=src,target=/s,ro=maybe | readonly must be 'true' or 'false', not 'maybe'",
      })
  void aMalformedMountIsRefusedWithTheReason(String written, String reason) {
    assertThatThrownBy(() -> mounts.parse(written))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("mount '" + written + "'")
        .hasMessageContaining(reason);
  }

  @Test
  void aMissingPathSaysWhatToDo() {
    assertThatThrownBy(() -> mounts.parse("data:/s"))
        .isInstanceOfSatisfying(
            UsageException.class,
            e -> assertThat(e.suggestion()).contains("Named volumes are not supported"));
    assertThatThrownBy(() -> mounts.parse("./data:/s"))
        .isInstanceOfSatisfying(
            UsageException.class, e -> assertThat(e.suggestion()).startsWith("Create it first"));
  }

  @Test
  void linksAreLeftForTheDaemonToResolve() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("work/link"), Path.of("src"));
    assertThat(mounts.parse("link:/s").source()).isEqualTo(link.toString());
  }
}
