package dev.otters.oci.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentImagesTest extends AgentTestCase {
  private static final String SOURCE =
      """
      # a guide
      FROM scratch
      MODEL scripted/guide
      NAME guide
      CONTEXT SOUL "Who you are" <<END
      You explain <projects> & nothing else.
      END
      CONTEXT RULES file://rules.md
      CONTEXT EMPTY
      CONFIG max-tokens=1024 "Longest answer"
      CONFIG temperature=0.5
      CONFIG region! "Where"
      BIN sh tools/sh:1 "A shell" <<END
      sh -c 'ls'
      END
      ADD data/cities.json cities.json "Cities"
      EXEC ["serve"]
      LABEL zeta=1
      LABEL description="A guide"
      ARG version=7
      ENV CITY=Graz "Home"
      CAPABILITY context_list note-save
      """;

  private static final String CONFIG =
      """
      {
        "syntax": "openotters/agentfile:1",
        "agent": {
          "from": "scratch",
          "runtime": "otters/runtime:0.1.0",
          "model": "scripted/guide",
          "name": "guide",
          "contexts": [
            {
              "name": "SOUL",
              "description": "Who you are",
              "content": "You explain \\u003cprojects\\u003e \\u0026 nothing else."
            },
            {
              "name": "RULES",
              "file": "rules.md"
            },
            {
              "name": "EMPTY"
            }
          ],
          "configs": [
            {
              "key": "max-tokens",
              "value": 1024,
              "description": "Longest answer"
            },
            {
              "key": "temperature",
              "value": 0.5
            },
            {
              "key": "region",
              "description": "Where",
              "required": true
            }
          ],
          "bins": [
            {
              "name": "sh",
              "image": "tools/sh:1",
              "description": "A shell",
              "usage": "sh -c 'ls'"
            }
          ],
          "adds": [
            {
              "src": "data/cities.json",
              "name": "cities.json",
              "description": "Cities"
            }
          ],
          "exec": [
            "serve"
          ],
          "labels": {
            "description": "A guide",
            "zeta": "1"
          },
          "args": {
            "version": "7"
          },
          "envs": [
            {
              "key": "CITY",
              "value": "Graz",
              "description": "Home"
            }
          ],
          "capabilities": [
            "context-list",
            "note-save"
          ]
        }
      }\
      """;

  private Path context;

  @BeforeEach
  void prepareContext() throws IOException {
    context = Files.createDirectories(folder.resolve("context/data")).getParent();
    Files.writeString(context.resolve("rules.md"), "Be brief.\n");
    Files.writeString(context.resolve("data/cities.json"), "[]");
  }

  @Test
  void theConfigHasTheFieldOrderAndFormOfTheFormat() {
    ImageManifest manifest = manifest(build(SOURCE));

    assertThat(new String(store.read(manifest.config(), 10_000), UTF_8)).isEqualTo(CONFIG);
    assertThat(manifest.config().mediaType())
        .isEqualTo("application/vnd.openotters.agent.config.v1+json");
    assertThat(manifest.artifactType()).contains("application/vnd.openotters.agent.v1");
  }

  @Test
  void theLayersAreSourceThenContextsThenFiles() {
    ImageManifest manifest = manifest(build(SOURCE));

    assertThat(manifest.layers())
        .extracting(layer -> layer.annotations().get("org.opencontainers.image.title"))
        .containsExactly("Agentfile", "SOUL.md", "RULES.md", "EMPTY.md", "cities.json");
    assertThat(manifest.layers())
        .extracting(Descriptor::mediaType)
        .containsExactly(
            "application/vnd.openotters.agentfile",
            "application/vnd.openotters.context.v1",
            "application/vnd.openotters.context.v1",
            "application/vnd.openotters.context.v1",
            "application/octet-stream");
    assertThat(manifest.annotations())
        .isEqualTo(
            Map.of(
                "description", "A guide",
                "zeta", "1",
                "org.opencontainers.image.title", "guide"));
  }

  @Test
  void theSameInputsGiveTheSameDigestEverywhere() throws IOException {
    OciStore other = OciStore.open(folder.resolve("other"));
    Path copy = Files.createDirectories(folder.resolve("copy/data")).getParent();
    Files.writeString(copy.resolve("rules.md"), "Be brief.\n");
    Files.writeString(copy.resolve("data/cities.json"), "[]");

    BuiltImage first = build(SOURCE);
    BuiltImage second = new AgentImages(other).build(request(SOURCE, copy), Progress.NONE);

    assertThat(second.digest()).isEqualTo(first.digest());
    assertThat(first.digest())
        .hasToString("sha256:47bf60908d47eeb7b917f6465c7ed6f0aa9fdf9afc4c4c7e2d4d6672c849b951");
  }

  @Test
  void aTimeIsWrittenOnlyWhenItIsPinned() {
    String created = "org.opencontainers.image.created";
    AgentBuild plain = request(SOURCE, context);
    AgentBuild timed =
        new AgentBuild(
            plain.agentfile(),
            Optional.empty(),
            context,
            plain.tags(),
            plain.defaultRuntime(),
            Optional.of(Instant.ofEpochSecond(1)));
    String labelled = SOURCE + "LABEL " + created + "=\"2026-01-01T00:00:00Z\"\n";

    assertThat(manifest(build(SOURCE)).annotations()).doesNotContainKey(created);
    assertThat(manifest(images.build(timed, Progress.NONE)).annotations())
        .containsEntry(created, "1970-01-01T00:00:01Z");
    assertThat(manifest(build(labelled)).annotations())
        .containsEntry(created, "2026-01-01T00:00:00Z");
  }

  @Test
  void whatWasBuiltIsReadBack() throws IOException {
    BuiltImage built = build(SOURCE);

    AgentImage image = images.load(ImageReference.parse("guide"));

    assertThat(built.references()).containsExactly(ImageReference.parse("guide:latest"));
    assertThat(image.digest()).isEqualTo(built.digest());
    assertThat(image.agentfile().source()).isEqualTo(SOURCE);
    assertThat(image.agentfile().runtime()).contains(ImageName.of("otters/runtime:0.1.0"));
    assertThat(image.agentfile().all(Config.class)).isEqualTo(parse(SOURCE).all(Config.class));
    assertThat(image.agentfile().bins()).isEqualTo(parse(SOURCE).bins());
    assertThat(image.agentfile().capabilities()).isEqualTo(parse(SOURCE).capabilities());
    assertThat(image.contexts())
        .extracting(ContextFile::text)
        .containsExactly("You explain <projects> & nothing else.", "Be brief.\n", "");
    assertThat(image.contexts().getFirst().description()).isEqualTo("Who you are");
    assertThat(image.files()).singleElement().extracting(DataFile::name).isEqualTo("cities.json");
    assertThat(store.open(image.files().getFirst().content().digest())).hasContent("[]");
    assertThat(images.list()).hasSize(1);
  }

  @Test
  void listsAgentImagesOnly() {
    Samples.artifact(store, "text:1", "a");
    build(SOURCE);

    assertThat(images.list())
        .extracting(image -> image.reference().toString())
        .containsExactly("guide:latest");
  }

  @Test
  void everyFileThatCannotBePackedIsNamedWithItsDirective() throws IOException {
    Files.createSymbolicLink(context.resolve("passwd"), Files.createFile(folder.resolve("passwd")));
    Files.write(context.resolve("latin1"), new byte[] {(byte) 0xe4});
    String source =
        SOURCE
            + """
            ADD passwd
            ADD data
            ADD none.txt
            CONTEXT ODD file://latin1
            """;

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build(source))
        .withMessageContainingAll(
            "ADD \"passwd\" leads outside the build context",
            "ADD \"data\" is a folder, not a file",
            "ADD \"none.txt\" does not exist in the build context",
            "CONTEXT ODD: file \"latin1\" is not UTF-8 text")
        .isInstanceOfSatisfying(
            BuildInputException.class,
            e ->
                assertThat(e.findings())
                    .extracting(BuildFinding::code, BuildFinding::directive, BuildFinding::name)
                    .containsExactlyInAnyOrder(
                        tuple(ProblemCode.UNUSABLE_FILE, "CONTEXT", "ODD"),
                        tuple(ProblemCode.UNUSABLE_FILE, "ADD", "passwd"),
                        tuple(ProblemCode.UNUSABLE_FILE, "ADD", "data"),
                        tuple(ProblemCode.UNUSABLE_FILE, "ADD", "none.txt")));
    assertThat(images.check(parse(source), context, Map.of())).hasSize(4);
    assertThat(images.check(parse(SOURCE), context, Map.of())).isEmpty();
  }

  @Test
  void aThousandAddsOfAGibibyteAreRefusedBeforeAnyIsRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(context.resolve("big").toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    StringBuilder source = new StringBuilder("FROM scratch\nNAME g\nMODEL a/b\n");
    for (int i = 0; i < 1_000; i++) {
      source.append("ADD big f").append(i).append('\n');
    }
    List<BuildFinding> found = images.check(parse(source.toString()), context, Map.of());
    assertThat(found)
        .singleElement()
        .satisfies(
            it ->
                assertThat(it.message())
                    .isEqualTo("the image has files of ADD of more than 4 GiB in total"));
    assertThat(store.collect(List.of()).blobs()).isZero();
    assertThat(store.list()).isEmpty();
    assertThat(store.collect(List.of()).blobs()).isZero();
  }

  @Test
  void anImageNeedsAName() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> build("FROM scratch\nMODEL a/b\n"))
        .withMessage("the image has no name")
        .satisfies(e -> assertThat(e.remedy()).contains("-t"));
  }

  private BuiltImage build(String source) {
    return images.build(request(source, context), Progress.NONE);
  }

  static AgentBuild request(String source, Path context) {
    return request(source, context, Map.of());
  }

  static AgentBuild request(String source, Path context, Map<String, Path> skills) {
    return new AgentBuild(
        parse(source),
        Optional.empty(),
        context,
        List.of(),
        ImageName.of("otters/runtime:0.1.0"),
        Optional.empty(),
        skills);
  }

  private static Agentfile parse(String source) {
    return switch (AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of())) {
      case ParseResult.Parsed(Agentfile file, var warnings, var places) -> file;
      case ParseResult.Rejected(var problems) -> throw new AssertionError(problems);
    };
  }

  private ImageManifest manifest(BuiltImage built) {
    return (ImageManifest) store.manifest(built.digest());
  }
}
