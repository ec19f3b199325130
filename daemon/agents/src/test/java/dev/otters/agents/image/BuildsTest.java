package dev.otters.agents.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agentfile.Env;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.SourceProblem;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.bin.BinImages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BuildsTest extends BuildTest {
  private static final String GOOD =
      "FROM scratch\nARG who=you\nMODEL scripted/x\nNAME hello\nENV WHO=\"${who}\"\n";

  @Test
  void anAgentImageIsBuiltTaggedAndCanBeReadBack() throws IOException {
    BuildResult result =
        build(
            new Builds.AgentRequest(
                "Agentfile",
                List.of("a:1", "b:2"),
                false,
                Map.of("who", "me"),
                "",
                Optional.empty()),
            GOOD);

    assertThat(result.ref()).isEqualTo("a:1");
    assertThat(result.tags()).containsExactly("a:1", "b:2");
    assertThat(result.size()).isPositive();
    assertThat(
            new AgentImages(store)
                .load(ImageReference.parse("b:2"))
                .agentfile()
                .all(Env.class)
                .getFirst()
                .value())
        .isEqualTo("me");
    assertNoContextIsLeft();
  }

  @Test
  void allMistakesOfAnAgentfileAreReportedAtOnceWithTheirPlaces() throws IOException {
    String bad = "FROM scratch\nMODLE x/y\nNAME -\nENV lower=1\n";

    assertThatThrownBy(
            () ->
                build(
                    new Builds.AgentRequest(
                        "Agentfile", List.of(), false, Map.of(), "", Optional.empty()),
                    bad))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENTFILE_INVALID);
              assertThat(e.problem().problems())
                  .extracting(p -> p.place().line())
                  .contains(2, 3, 4);
              assertThat(e.problem().problems())
                  .extracting(
                      SourceProblem::code,
                      p -> p.place().column(),
                      p -> p.place().length(),
                      p -> p.excerpt().lineText(),
                      SourceProblem::suggestion)
                  .containsExactly(
                      tuple("unknown-directive", 1, 5, "MODLE x/y", "MODEL"),
                      tuple("invalid-name", 6, 1, "NAME -", null),
                      tuple("invalid-key", 5, 5, "ENV lower=1", "LOWER"));
            });
    assertThat(store.list()).isEmpty();
    assertNoContextIsLeft();
  }

  @Test
  void whatTheFilesLackIsFoundWithTheRestByCheckAndBuild() throws IOException {
    String bad =
        """
        FROM scratch
        ARG where=gone
        NAME hello
        CONTEXT RULES <<E
        ADD gone/notes.txt
        E
        ADD "dir" notes.txt
        ADD ${where}/notes.txt other.txt
        CONTEXT SOUL "Who" file://gone.md
        LABEL io.openotters.memory=much
        SKILL talk ./dir
        """;
    for (boolean check : List.of(true, false)) {
      assertThatThrownBy(
              () ->
                  build(
                      new Builds.AgentRequest(
                          "Agentfile", List.of(), check, Map.of(), "", Optional.empty()),
                      bad))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> {
                assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENTFILE_INVALID);
                assertThat(e.problem().title()).isEqualTo("Agentfile has 5 errors");
                assertThat(e.problem().problems())
                    .extracting(
                        p -> p.place().toString(), SourceProblem::code, p -> p.place().length())
                    .containsExactly(
                        tuple("Agentfile:7:5", "unusable-file", 5),
                        tuple("Agentfile:8:5", "unusable-file", 18),
                        tuple("Agentfile:9:20", "unusable-file", 14),
                        tuple("Agentfile:10:28", "invalid-value", 4),
                        tuple("Agentfile:11:12", "unreadable-skill", 5),
                        tuple("Agentfile:11:12", "unusable-file", 5));
              });
    }
    assertThat(store.list()).isEmpty();
    assertNoContextIsLeft();
  }

  @Test
  void filesAloneAreFindingsOfABuildToo() {
    assertThatThrownBy(
            () ->
                build(
                    new Builds.AgentRequest(
                        "Agentfile", List.of(), false, Map.of(), "", Optional.empty()),
                    GOOD + "ADD gone\nADD dir\n"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().remedy()).contains("the files that they name");
              assertThat(e.problem().problems())
                  .extracting(p -> p.place().toString(), SourceProblem::message)
                  .containsExactly(
                      tuple("Agentfile:6:5", "ADD \"gone\" does not exist in the build context"),
                      tuple("Agentfile:7:5", "ADD \"dir\" is a folder, not a file"));
            });
    assertThat(store.list()).isEmpty();
  }

  @Test
  void whatAnImageAsksForIsShown() {
    String asking =
        """
        BIN gh tools/gh:1
        RESOURCE memory mode=read-write
        VAULT github ENV=GITHUB_TOKEN FOR=gh
        LABEL io.openotters.memory=2g
        """;
    BuildResult built =
        build(
            new Builds.AgentRequest("Agentfile", List.of(), false, Map.of(), "", Optional.empty()),
            GOOD + asking);

    var shown = new AgentImageCatalog(store).inspect(String.valueOf(built.ref()));

    assertThat(shown.labels()).containsEntry("io.openotters.memory", "2g");
    assertThat(String.valueOf(shown.config().get("x-otters")))
        .contains("memory", "read-write", "GITHUB_TOKEN");
  }

  @Test
  void aTextForPeopleInPlaceOfAListAsksForNothingAndIsKept() throws IOException {
    BuildResult result =
        build(
            new Builds.AgentRequest(
                "Agentfile", List.of("a:1"), false, Map.of(), "", Optional.empty()),
            GOOD + "LABEL io.openotters.required-mounts=\"~/.settings — for reading\"\n");

    assertThat(result.warnings())
        .extracting(SourceProblem::severity, p -> p.place().line(), SourceProblem::message)
        .containsExactly(
            tuple(
                "warning",
                6,
                "label io.openotters.required-mounts must be a list of targets, separated by"
                    + " commas, so this one asks for nothing"));
    assertThat(
            new AgentImages(store).load(ImageReference.parse("a:1")).agentfile().labels().values())
        .containsExactly("~/.settings — for reading");
  }

  @Test
  void aCheckBuildsNothing() throws IOException {
    BuildResult result =
        build(
            new Builds.AgentRequest(
                "Agentfile", List.of("a:1"), true, Map.of(), "", Optional.empty()),
            GOOD);

    assertThat(result.digest()).isNull();
    assertThat(store.list()).isEmpty();
    assertNoContextIsLeft();
  }

  @Test
  void anAgentfileThatIsNotThereOrOutsideOfTheContextIsRefused() throws IOException {
    for (String file : List.of("Other", "../Agentfile", "/etc/passwd", "dir")) {
      assertThatThrownBy(
              () ->
                  build(
                      new Builds.AgentRequest(
                          file, List.of(), false, Map.of(), "", Optional.empty()),
                      GOOD))
          .as(file)
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.CONTEXT_INVALID));
    }
    assertNoContextIsLeft();
  }

  @Test
  void aToolIsPackedForItsPlatformsWithItsUsage() throws IOException {
    Platform here = Platform.ofThisMachine();
    InputStream files =
        new Tars()
            .file(here.toString(), Samples.program(0, "")).file("USAGE.md", "# jq\n").stream();
    BuildResult result =
        builds.bin(
            new Builds.BinRequest(
                "jq", "JSON.", List.of("jq:1"), "", Optional.of(Instant.ofEpochSecond(7)), ""),
            files,
            Progress.NONE);

    assertThat(result.ref()).isEqualTo("jq:1");
    var bin = new BinImages(store).inspect(ImageReference.parse("jq:1"), here);
    assertThat(bin.usage()).isEqualTo("# jq\n");
    assertThat(bin.description()).isEqualTo("JSON.");
    assertThat(store.manifest(bin.digest()).annotations())
        .containsEntry("org.opencontainers.image.created", "1970-01-01T00:00:07Z");
    assertNoContextIsLeft();
  }

  @Test
  void aToolWhoseLoaderNoSandboxHasIsRefused() throws IOException {
    Platform here = Platform.ofThisMachine();
    String program = new String(Samples.program(0, "/lib/ld-musl.so.1"), UTF_8);
    Builds.BinRequest request =
        new Builds.BinRequest("jq", "", List.of(), "", Optional.empty(), "");
    Tars tar = new Tars().file(here.toString(), program);
    new TestImages(store, folder).runtime();

    assertThatThrownBy(() -> builds.bin(request, tar.stream(), Progress.NONE))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.BIN_INVALID);
              assertThat(e.problem().title()).contains("jq", "/lib/ld-musl.so.1");
              assertThat(e.problem().remedy()).contains("statically");
            });
    assertThat(new BinImages(store).list()).isEmpty();
    assertNoContextIsLeft();
    new TestImages(store, folder).runtime("lib/ld-musl.so.1");
    assertThat(builds.bin(request, tar.stream(), Progress.NONE).ref()).isEqualTo("jq:latest");
  }

  @Test
  void anImageWithoutANameIsCalledAsTheClientSays() throws IOException {
    String nameless = "FROM scratch\nMODEL scripted/x\n";
    Builds.AgentRequest request = request("my-folder", List.of());

    assertThat(build(request, nameless).tags()).containsExactly("my-folder:latest");
    assertThat(build(request, GOOD).tags()).containsExactly("hello:latest");
    assertThat(build(request("my-folder", List.of("a:1")), nameless).tags()).containsExactly("a:1");
    assertThat(new AgentImages(store).load(ImageReference.parse("a:1")).agentfile().name())
        .isEmpty();
    assertThatThrownBy(() -> build(request("", List.of()), nameless))
        .hasMessage("the image has no name");
  }

  @Test
  void noBuildTakesTheNameOfTheShippedRuntime() {
    List<String> tags = List.of("a:1", TestImages.RUNTIME.toString());
    Builds.BinRequest tool = new Builds.BinRequest("jq", "", tags, "", Optional.empty(), "");
    InputStream files =
        new Tars().file(Platform.ofThisMachine().toString(), Samples.program(0, "")).stream();

    assertThatThrownBy(() -> build(request("", tags), GOOD))
        .hasMessageContaining("reserved for the runtime of this release");
    assertThatThrownBy(() -> builds.bin(tool, files, Progress.NONE))
        .hasMessageContaining("reserved for the runtime of this release");
    assertThat(store.list()).isEmpty();
  }

  private static Builds.AgentRequest request(String fallback, List<String> tags) {
    return new Builds.AgentRequest("Agentfile", tags, false, Map.of(), fallback, Optional.empty());
  }

  @Test
  void aToolWithoutAProgramIsRefused() throws IOException {
    InputStream files = new Tars().file("USAGE.md", "# jq\n").stream();

    assertThatThrownBy(
            () ->
                builds.bin(
                    new Builds.BinRequest("jq", "", List.of(), "", Optional.empty(), ""),
                    files,
                    Progress.NONE))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.BIN_INVALID));
    assertNoContextIsLeft();
  }

  private BuildResult build(Builds.AgentRequest request, String agentfile) {
    InputStream files = new Tars().file("Agentfile", agentfile).folder("dir").stream();
    return builds.agent(request, List.of(), files, Progress.NONE);
  }

  private void assertNoContextIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(folder.resolve("builds"))) {
      assertThat(left).isEmpty();
    }
  }
}
