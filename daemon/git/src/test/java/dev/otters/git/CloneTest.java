package dev.otters.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.git.testkit.GitServer;
import dev.otters.git.testkit.TestRepository;
import dev.otters.git.testkit.TestRepository.Entry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clones from a server of this test, and from a folder. */
class CloneTest {
  private static final String MAIN = "refs/heads/main";
  private static final String SECRET = "canary-2a9f51c7";
  private static final Order.Limits LIMITS = new Order.Limits(1 << 20, 50, 1 << 20);

  @TempDir private Path temporary;
  private TestRepository repository;
  private GitServer server;

  @BeforeEach
  void serve() throws IOException {
    repository = new TestRepository(temporary.resolve("source.git"));
    server = new GitServer(repository.repository());
  }

  @AfterEach
  void end() {
    server.close();
  }

  private Path folder() {
    return temporary.resolve("clone");
  }

  private Clone.Cloned clone(URI url, String ref, String password, Order.Limits limits)
      throws Exception {
    Order order = new Order(url, ref, folder(), "otto", password, limits);
    return new Clone(order, new Report(new ByteArrayOutputStream())).run();
  }

  private Clone.Cloned clone(String ref) throws Exception {
    return clone(server.url(), ref, "", LIMITS);
  }

  private Refusal refusal(URI url, String ref, String password, Order.Limits limits) {
    try {
      return new Refusal(Refusal.Kind.FAILED, "cloned " + clone(url, ref, password, limits));
    } catch (Exception e) {
      return Refusal.of(e);
    }
  }

  @Test
  void theHeadIsClonedWithoutItsHistory() throws Exception {
    String first = repository.commit(MAIN, Map.of("old.txt", repository.file("old\n")));
    String second =
        repository.commit(
            MAIN,
            Map.of(
                "read me.txt", repository.file("hello\n"),
                "naïve.txt", repository.file(""),
                "src", repository.folder(Map.of("a.c", repository.file("int a;\n")))));

    assertThat(clone("")).isEqualTo(new Clone.Cloned(second, 3, 13));
    assertThat(folder().resolve("read me.txt")).hasContent("hello\n");
    assertThat(folder().resolve("src/a.c")).hasContent("int a;\n");
    assertThat(folder().resolve("naïve.txt")).isEmptyFile();
    assertThat(folder().resolve("old.txt")).doesNotExist();
    assertThat(folder().resolve(".git/HEAD")).hasContent(second + "\n");
    assertThat(folder().resolve(".git/shallow")).hasContent(second + "\n");
    assertThat(folder().resolve(".git/refs/otters/pin")).doesNotExist();
    assertThat(first).isNotEqualTo(second);
  }

  @Test
  void aBranchATagAndACommitCanBeNamed() throws Exception {
    String main = repository.commit(MAIN, Map.of("a", repository.file("main")));
    String other = repository.commit("refs/heads/topic/x", Map.of("a", repository.file("topic")));
    String tag = repository.commit("refs/tags/v1", Map.of("a", repository.file("tag")));
    Map<String, String> wanted = new LinkedHashMap<>();
    wanted.put("main", main);
    wanted.put("topic/x", other);
    wanted.put("refs/tags/v1", tag);
    wanted.put("v1", tag);
    wanted.put(other, other);
    for (Map.Entry<String, String> one : wanted.entrySet()) {
      Order order =
          new Order(
              server.url(), one.getKey(), temporary.resolve("c" + one.hashCode()), "", "", LIMITS);
      assertThat(new Clone(order, new Report(new ByteArrayOutputStream())).run().commit())
          .as(one.getKey())
          .isEqualTo(one.getValue());
    }
  }

  @Test
  void aFolderIsClonedLikeAServer() throws Exception {
    String commit = repository.commit(MAIN, Map.of("a", repository.file("main")));

    URI url = temporary.resolve("source.git").toUri();
    assertThat(clone(url, "main", "", LIMITS).commit()).isEqualTo(commit);
    assertThat(folder().resolve("a")).hasContent("main");
  }

  @Test
  void credentialsReachTheServerAndNoFileHasThemOrTheUrl() throws Exception {
    String header =
        "Basic " + Base64.getEncoder().encodeToString(("otto:" + SECRET).getBytes(UTF_8));
    server.require(header);
    repository.commit(MAIN, Map.of("a", repository.file("main")));

    clone(server.url(), "", SECRET, LIMITS);
    assertThat(server.credentials()).isNotEmpty().containsOnly(header);
    try (Stream<Path> files = Files.walk(folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
            .doesNotContain(SECRET)
            .doesNotContain(server.url().getAuthority())
            .doesNotContain(header.substring(6));
      }
    }
  }

  @Test
  void anAnswerIsNotUnpackedBeforeItIsCounted() throws Exception {
    server.zip();
    repository.commit(MAIN, Map.of("a", repository.file("main")));

    assertThat(refusal(server.url(), "", "", LIMITS)).hasMessageContaining("compresses its answer");
  }

  @Test
  void missingAndWrongCredentialsAreDenied() throws Exception {
    server.require("Basic other");
    repository.commit(MAIN, Map.of("a", repository.file("main")));

    for (String password : List.of("", SECRET)) {
      Refusal refusal = refusal(server.url(), "", password, LIMITS);
      assertThat(refusal.kind()).isEqualTo(Refusal.Kind.DENIED);
      assertThat(refusal).hasMessage("the server answers 401");
      assertThat(refusal.toString()).doesNotContain(SECRET);
    }
  }

  @Test
  void aRedirectToAnotherHostIsRefusedBeforeThatHostIsAsked() throws Exception {
    try (GitServer other =
        new GitServer(new TestRepository(temporary.resolve("other.git")).repository())) {
      server.redirect(other.url());

      assertThat(refusal(server.url(), "", SECRET, LIMITS))
          .hasMessageContaining("the server redirects from http://127.0.0.1:")
          .hasMessageContaining("" + other.url().getPort());
      assertThat(other.credentials()).isEmpty();
    }
  }

  @Test
  void whatIsNotThereIsNamed() throws Exception {
    assertThat(refusal(server.url(), "", "", LIMITS)).hasMessage("the repository has no commit");
    repository.commit(MAIN, Map.of("a", repository.file("main")));

    Refusal ref = refusal(server.url(), "nope", "", LIMITS);
    assertThat(ref.kind()).isEqualTo(Refusal.Kind.MISSING);
    assertThat(ref).hasMessage("the repository has no branch, tag or commit nope");
    Refusal path = refusal(URI.create(server.url() + "x"), "", "", LIMITS);
    assertThat(path.kind()).isEqualTo(Refusal.Kind.MISSING);
    assertThat(refusal(server.url(), "2".repeat(40), "", LIMITS).kind())
        .isIn(Refusal.Kind.FAILED, Refusal.Kind.MISSING);
  }

  @Test
  void aServerThatIsAwayIsUnreachable() {
    URI url = server.url();
    server.close();
    assertThat(refusal(url, "", "", LIMITS).kind()).isEqualTo(Refusal.Kind.UNREACHABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {".git", ".GIT", "..", ".", "git~1", ".g\u200cit", "a/b"})
  void aNameThatLeavesItsFolderOrMeansGitIsRefused(String name) throws Exception {
    repository.commit(MAIN, Map.of(name, repository.file("x"), "zz", repository.file("ok")));

    assertThat(refusal(server.url(), "", "", LIMITS).getMessage()).doesNotStartWith("cloned");
    assertThat(folder().resolve("zz")).doesNotExist();
    assertThat(temporary.resolve("b")).doesNotExist();
  }

  @Test
  void aFolderCalledGitIsRefused() throws Exception {
    Entry hooks = repository.folder(Map.of("post-checkout", repository.file("#!/bin/sh\n")));
    repository.commit(MAIN, Map.of(".git", repository.folder(Map.of("hooks", hooks))));

    assertThat(refusal(server.url(), "", "", LIMITS).getMessage()).doesNotStartWith("cloned");
    assertThat(folder().resolve(".git/hooks/post-checkout")).doesNotExist();
  }

  @Test
  void aLinkThatLeadsOutBecomesAFile() throws Exception {
    repository.commit(
        MAIN,
        Map.of(
            "in", repository.link("src/a.c"),
            "out", repository.link("../../etc/passwd"),
            "root", repository.link("/etc/passwd"),
            "src",
                repository.folder(
                    Map.of("a.c", repository.file("int a;\n"), "up", repository.link("../in")))));

    clone("");
    assertThat(folder().resolve("in")).isSymbolicLink().hasContent("int a;\n");
    assertThat(folder().resolve("src/up")).isSymbolicLink().hasContent("int a;\n");
    for (String name : List.of("out", "root")) {
      assertThat(Files.isRegularFile(folder().resolve(name), LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
    assertThat(folder().resolve("root")).hasContent("/etc/passwd");
  }

  @ParameterizedTest
  @CsvSource({
    "0, a/b, false",
    "0, .., true",
    "1, .., false",
    "1, ../.., true",
    "2, ../../a, false",
    "0, /a, true",
    "2, a/../b, true",
    "0, ./a//b, false",
    "0, ..a, false"
  })
  void aLinkLeadsOutIfItMay(int depth, String target, boolean out) {
    assertThat(Survey.leadsOut(depth, target)).isEqualTo(out);
  }

  @Test
  void filtersAndSubmodulesAreNotRun() throws Exception {
    repository.commit(
        MAIN,
        Map.of(
            ".gitattributes", repository.file("* filter=evil\n"),
            ".gitmodules",
                repository.file(
                    "[submodule \"sub\"]\n\tpath = sub\n\turl = " + server.url() + "\n"),
            "sub", repository.submodule(),
            "a", repository.file("as it is")));

    clone("");
    assertThat(folder().resolve("a")).hasContent("as it is");
    assertThat(folder().resolve("sub")).isEmptyDirectory();
    assertThat(folder().resolve(".git/modules")).doesNotExist();
  }

  @Test
  void tooManyFilesAreRefused() throws Exception {
    Map<String, Entry> files = new HashMap<>();
    for (int i = 0; i < 51; i++) {
      files.put("f" + i, repository.file("x"));
    }
    repository.commit(MAIN, files);
    Refusal refusal = refusal(server.url(), "", "", LIMITS);
    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.LIMIT);
    assertThat(refusal).hasMessage("the number of its files and folders is beyond 50");
  }

  /** Few objects, but more folders than any disk has room for. */
  @Test
  void aTreeOfTheSameTreesIsRefused() throws Exception {
    Entry tree = repository.folder(Map.of("f", repository.file("x")));
    for (int i = 0; i < 12; i++) {
      Map<String, Entry> same = new HashMap<>();
      for (int j = 0; j < 10; j++) {
        same.put("d" + j, tree);
      }
      tree = repository.folder(same);
    }
    repository.commit(MAIN, Map.of("d", tree));
    assertThat(refusal(server.url(), "", "", LIMITS))
        .hasMessage("the number of its files and folders is beyond 50");
  }

  @Test
  void tooManyBytesAreRefused() throws Exception {
    repository.commit(MAIN, Map.of("a", repository.file("x".repeat(2 << 20))));
    assertThat(refusal(server.url(), "", "", LIMITS)).hasMessage("its files have more than 1 MiB");

    assertThat(refusal(server.url(), "", "", new Order.Limits(100, 50, 4 << 20)).kind())
        .isEqualTo(Refusal.Kind.LIMIT);
  }

  @Test
  void aServerWithoutTheSmartProtocolIsRefused() throws Exception {
    assertThatThrownBy(
            () -> clone(URI.create(server.url().resolve("/").toString()), "", "", LIMITS))
        .satisfies(e -> assertThat(Refusal.of(e).kind()).isEqualTo(Refusal.Kind.MISSING));
  }
}
