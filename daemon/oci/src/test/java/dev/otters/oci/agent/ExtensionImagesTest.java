package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Carries RESOURCE, VAULT and SKILL. */
class ExtensionImagesTest extends AgentTestCase {
  private static final String SOURCE =
      """
      FROM scratch
      NAME guide
      BIN gh tools/gh
      RESOURCE papers kind=files mode=read-write root="my papers" "Papers"
      RESOURCE tickets <<YAML
      url: https://tickets.example.com
      YAML
      VAULT github ENV=GITHUB_TOKEN FOR=gh "A token"
      SKILL deploy skills/deploy "How to deploy"
      SKILL review ghcr.io/acme/review:1
      """;

  private static final String EXTENSION =
      """
      "x-otters": {
          "resources": [
            {
              "name": "papers",
              "kind": "files",
              "mode": "read-write",
              "settings": {
                "root": "my papers"
              },
              "description": "Papers"
            },
            {
              "name": "tickets",
              "kind": "tickets",
              "mode": "read",
              "body": "url: https://tickets.example.com"
            }
          ],
          "vaults": [
            {
              "name": "github",
              "env": "GITHUB_TOKEN",
              "bins": [
                "gh"
              ],
              "description": "A token"
            }
          ],
          "skills": [
            {
              "name": "deploy",
              "folder": "skills/deploy",
              "description": "How to deploy"
            },
            {
              "name": "review",
              "image": "ghcr.io/acme/review:1"
            }
          ]
        }
      """;

  private static final String MANUAL =
      "---\nname: deploy\ndescription: \"Deploys: when\\n  asked to.\"\n---\n# Deploy\n";

  private Path context;
  private Path review;

  @BeforeEach
  void prepareContext() throws IOException {
    context = folder.resolve("context");
    Path skill = Files.createDirectories(context.resolve("skills/deploy/scripts"));
    Files.writeString(skill.resolve("../SKILL.md"), MANUAL);
    Files.writeString(skill.resolve("run.sh"), "#!/bin/sh").toFile().setExecutable(true);
    Files.createSymbolicLink(skill.resolve("same.sh"), Path.of("run.sh"));
    review = Files.createDirectories(folder.resolve("unpacked/review"));
    Files.writeString(review.resolve("SKILL.md"), MANUAL.replace("deploy", "review"));
  }

  @Test
  void theConfigHoldsThemUnderAKeyThatOthersPassOver() {
    String config = new String(store.read(manifest().config(), 10_000), UTF_8);

    assertThat(config).contains(EXTENSION.stripTrailing());
  }

  @Test
  void theyAreReadBack() {
    Agentfile built = parse(SOURCE);

    AgentImage image = images.load(build(SOURCE));

    assertThat(image.agentfile().all(Resource.class)).isEqualTo(built.all(Resource.class));
    assertThat(image.agentfile().all(Vault.class)).isEqualTo(built.all(Vault.class));
    assertThat(image.agentfile().all(Skill.class)).isEqualTo(built.all(Skill.class));
    assertThat(image.skills()).extracting(DataFile::name).containsExactly("deploy", "review");
  }

  @Test
  void theFilesOfASkillAreOneLayerOfATypeOfOurs() throws IOException {
    Descriptor layer = manifest().layers().reversed().get(1);

    assertThat(layer.mediaType()).isEqualTo("application/vnd.otters.skill.v1.tar");
    assertThat(layer.annotations())
        .containsEntry("org.opencontainers.image.title", "skills/deploy")
        .containsEntry("org.opencontainers.image.description", "Deploys: when asked to.");
    assertThat(entries(layer))
        .containsExactly(
            "SKILL.md: " + MANUAL, "scripts/run.sh*: #!/bin/sh", "scripts/same.sh*: #!/bin/sh");
  }

  @Test
  void theSameFolderGivesTheSameLayer() throws IOException {
    Descriptor first = manifest().layers().reversed().get(1);
    Path copy = folder.resolve("copy/skills/deploy");
    Files.createDirectories(copy.resolve("scripts/empty"));
    for (String name : List.of("scripts/same.sh", "scripts/run.sh", "SKILL.md")) {
      Files.copy(context.resolve("skills/deploy").resolve(name), copy.resolve(name));
      copy.resolve(name).toFile().setExecutable(name.endsWith(".sh"));
    }
    context = folder.resolve("copy");

    assertThat(manifest().layers()).contains(first);
  }

  @Test
  void aFolderThatIsNoSkillIsNamed() throws IOException {
    Files.createDirectories(context.resolve("none"));
    Files.createDirectories(context.resolve("latin"));
    Files.write(context.resolve("latin/SKILL.md"), new byte[] {(byte) 0xe4});
    Files.createDirectories(context.resolve("out"));
    Files.writeString(context.resolve("out/SKILL.md"), "---\nname: s\ndescription: d\n---\n");
    Files.createSymbolicLink(context.resolve("out/x"), Path.of("/etc/passwd"));
    Files.writeString(context.resolve("file"), "");
    Files.createSymbolicLink(context.resolve("link"), Path.of("/etc"));

    assertRefused("none", "has no SKILL.md");
    assertRefused("latin", "has a SKILL.md that is not UTF-8 text");
    assertRefused("out", "has the file \"x\", which leads outside the build context");
    assertRefused("file", "is a file, not a folder");
    assertRefused("link", "leads outside the build context");
    assertRefused("gone", "does not exist in the build context");
  }

  @Test
  void aSkillOfAnotherImageIsCheckedLikeAFolder() throws IOException {
    Files.writeString(review.resolve("SKILL.md"), MANUAL);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build(SOURCE))
        .withMessageContaining(
            "SKILL review: image \"ghcr.io/acme/review:1\" has a SKILL.md with the name"
                + " \"deploy\"");
    assertThat(store.list()).isEmpty();
  }

  @Test
  void aBuildIsGivenTheFoldersOfSkillsOfOtherImages() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgentImagesTest.request(SOURCE, context))
        .withMessageContaining("SKILL review");
  }

  @Test
  void aFolderWithTooMuchIsRefused() throws IOException {
    Path many = Files.createDirectories(context.resolve("many"));
    for (int i = 0; i <= SkillFolder.MOST_FILES; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    Path large = Files.createDirectories(context.resolve("large"));
    Files.writeString(large.resolve("SKILL.md"), "---\nname: s\ndescription: d\n---\n");
    try (var file =
        Files.newByteChannel(Files.createFile(large.resolve("x")), StandardOpenOption.WRITE)) {
      file.position(SkillFolder.LARGEST).write(ByteBuffer.allocate(1));
    }

    assertRefused("many", "has more than 2000 files");
    assertRefused("large", "is larger than 64 MiB");
  }

  private void assertRefused(String path, String why) {
    String source = "FROM scratch\nNAME guide\nSKILL s " + path + "\n";

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build(source))
        .withMessageContaining("SKILL s: folder \"" + path + "\" " + why)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.BUILD_INPUT));
    assertThat(store.list()).isEmpty();
  }

  private List<String> entries(Descriptor layer) throws IOException {
    var entries = new ArrayList<String>();
    try (TarReader tar = TarReader.open(store.open(layer.digest()), "it", TarBudget.forImage())) {
      for (Optional<TarEntry> it = tar.next(); it.isPresent(); it = tar.next()) {
        var content = new ByteArrayOutputStream();
        tar.copyTo(content);
        entries.add(
            it.get().name() + (it.get().executable() ? "*" : "") + ": " + content.toString(UTF_8));
      }
    }
    return entries;
  }

  private ImageManifest manifest() {
    return (ImageManifest) store.manifest(build(SOURCE));
  }

  private Digest build(String source) {
    AgentBuild request = AgentImagesTest.request(source, context, Map.of("review", review));
    return images.build(request, Progress.NONE).digest();
  }

  private static Agentfile parse(String source) {
    return ((ParseResult.Parsed)
            AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of()))
        .agentfile();
  }
}
