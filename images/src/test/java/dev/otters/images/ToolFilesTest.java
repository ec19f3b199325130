package dev.otters.images;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.images.DebianPackages.DebianPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolFilesTest {
  private static final Path PROGRAM = Path.of("/usr/bin/env");

  @TempDir Path folder;
  private DebianPackages packages;

  @BeforeEach
  void writePackages() throws IOException {
    copy(PROGRAM, "tool/usr/bin/tool");
    for (Map.Entry<String, Path> library : LibraryClosure.of(List.of(PROGRAM)).entrySet()) {
      copy(library.getValue(), "libc6/lib/here/" + Path.of(library.getKey()).getFileName());
    }
    copy(Files.writeString(folder.resolve("text"), "free"), "tool/usr/share/doc/tool/copyright");
    Path documents = Files.createDirectories(folder.resolve("packages/libc6/usr/share/doc"));
    Files.createSymbolicLink(documents.resolve("libc6"), Path.of("tool"));
    Files.writeString(
        folder.resolve("packages/packages"),
        "tool\t1:2-3\tabc\thttp://debian/tool.deb\nlibc6\t9\tdef\thttp://debian/libc6.deb\n");
    packages = DebianPackages.read(folder.resolve("packages"));
  }

  private void copy(Path source, String target) throws IOException {
    Path file = folder.resolve("packages").resolve(target);
    Files.createDirectories(file.getParent());
    Files.copy(source, file);
  }

  private ToolFiles tool() throws IOException {
    return new ToolFiles(
            folder.resolve("image"), List.of(), packages, new Resources(folder.resolve("r")))
        .launched(
            "tool",
            "libexec/tool",
            packages.file("tool", "usr/bin/tool"),
            List.of(),
            Map.of("TOOL_DATA", "share"));
  }

  @Test
  void aToolRunsWithTheLibrariesOfItsImageAtAnyPath() throws IOException {
    Path moved = Files.move(tool().root(), folder.resolve("elsewhere"));

    assertThat(moved.resolve("lib/ld.so")).exists();
    assertThat(moved.resolve("lib/libc.so.6")).exists();
    assertThat(Command.run(List.of(moved.resolve("tool").toString())))
        .contains("TOOL_DATA=" + moved.toAbsolutePath() + "/share\n");
  }

  @Test
  void theLicencesOfAllPackagesAreInTheImage() throws IOException {
    Path image = tool().licenses().root();

    assertThat(image.resolve("licenses/tool")).hasContent("free");
    assertThat(image.resolve("licenses/libc6")).hasContent("free");
  }

  @Test
  void theBillOfMaterialsNamesThePackagesWithTheirVersionsAndChecksums() throws IOException {
    Path file = folder.resolve("sbom.json");
    Sbom.write(file, "otters/tools/tool:1", "tool", "MIT", tool().used());

    assertThat(file)
        .content()
        .contains(
            "\"spdxVersion\": \"SPDX-2.3\"",
            "\"name\": \"libc6\"",
            "\"versionInfo\": \"1:2-3\"",
            "\"checksumValue\": \"abc\"",
            "\"downloadLocation\": \"http://debian/tool.deb\"",
            "\"licenseDeclared\": \"MIT\"",
            "\"relationshipType\": \"DESCRIBES\"",
            "\"relationshipType\": \"DEPENDS_ON\"");
  }

  @Test
  void theBillOfMaterialsHasTheSameBytesInEveryBuild() throws IOException {
    Path file = folder.resolve("sbom.json");
    Sbom.write(file, "otters/tools/tool:1", "tool", "MIT", tool().used());

    assertThat(file)
        .content()
        .endsWith(
            """
              "relationships": [
                {
                  "relatedSpdxElement": "SPDXRef-Package-libc6",
                  "relationshipType": "DEPENDS_ON",
                  "spdxElementId": "SPDXRef-Package-tool"
                },
                {
                  "relatedSpdxElement": "SPDXRef-Package-tool",
                  "relationshipType": "DESCRIBES",
                  "spdxElementId": "SPDXRef-DOCUMENT"
                }
              ]
            }\
            """)
        .contains(
            """
                  "checksums": [
                    {
                      "algorithm": "SHA256",
                      "checksumValue": "abc"
                    }
                  ],
            """)
        .contains(
            """
              "creationInfo": {
                "created": "1970-01-01T00:00:00Z",
                "creators": [
                  "Tool: otters-images"
                ]
              },
            """);
  }

  @Test
  void theIdentityOfABillOfMaterialsFollowsFromItsPackages() throws IOException {
    ToolFiles tool = tool();
    byte[] first = bill(tool.used());

    assertThat(bill(tool.used())).isEqualTo(first);
    assertThat(bill(tool.used().stream().limit(1).toList()))
        .asString(UTF_8)
        .doesNotContain(
            new String(first, UTF_8)
                .lines()
                .filter(line -> line.contains("documentNamespace"))
                .findFirst()
                .orElseThrow());
  }

  private byte[] bill(Collection<DebianPackage> packages) throws IOException {
    Path file = folder.resolve("bill.json");
    Sbom.write(file, "otters/tools/tool:1", "tool", "MIT", packages);
    return Files.readAllBytes(file);
  }

  @Test
  void aMissingLibraryIsNamed() throws IOException {
    Files.delete(folder.resolve("packages/libc6/lib/here/libc.so.6"));

    assertThatThrownBy(this::tool)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("needs libc.so.6, which is in none of the fetched packages");
  }

  @Test
  void filesOfALowerLayerAreNotRepeated() throws IOException {
    ToolFiles below = tool();
    ToolFiles above =
        new ToolFiles(
                folder.resolve("above"),
                List.of(below),
                packages,
                new Resources(folder.resolve("r")))
            .launched(
                "other",
                "libexec/other",
                packages.file("tool", "usr/bin/tool"),
                List.of(),
                Map.of());

    assertThat(above.root().resolve("lib")).doesNotExist();
    assertThat(above.used()).extracting(DebianPackage::name).containsExactly("libc6", "tool");
  }
}
