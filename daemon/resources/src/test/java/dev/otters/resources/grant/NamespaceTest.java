package dev.otters.resources.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceTest {
  private static final String LONGEST = "a".repeat(Namespace.LONGEST_SEGMENT);

  static Stream<String> valid() {
    return Stream.of(
        "app",
        "app/user/u_123",
        "app/user/u_123/billing",
        "a.b",
        "...",
        ".hidden",
        "A-Z/0_9",
        "~me/you@example.com/a|b/c:d/+1/k=v",
        "a%20b",
        "a%2Fb",
        "a%2A",
        "%C3%A9t%C3%A9",
        LONGEST,
        "a/".repeat(Namespace.MOST_SEGMENTS - 1) + "a",
        (LONGEST + "/").repeat(Namespace.MOST_SEGMENTS - 1) + LONGEST);
  }

  @ParameterizedTest
  @MethodSource("valid")
  void aValidPathIsKeptAsItIs(String path) {
    assertThat(new Namespace(path).path()).isEqualTo(path);
  }

  static Stream<Arguments> invalid() {
    return Stream.of(
        Arguments.of("", "must not be empty"),
        Arguments.of("/", "must not start or end with '/'"),
        Arguments.of("/app", "must not start or end with '/'"),
        Arguments.of("app/", "must not start or end with '/'"),
        Arguments.of("app//user", "must not have empty segments"),
        Arguments.of(".", "must not have the segments '.' and '..'"),
        Arguments.of("app/../user", "must not have the segments '.' and '..'"),
        Arguments.of("app/.", "must not have the segments '.' and '..'"),
        Arguments.of("app/*", "must not have wildcards"),
        Arguments.of("app/u*", "must not have wildcards"),
        Arguments.of(" app", "must not have blanks"),
        Arguments.of("app ", "must not have blanks"),
        Arguments.of("app/u 1", "must not have blanks"),
        Arguments.of("app/\tx", "must not have blanks"),
        Arguments.of("app/\n", "must not have blanks"),
        Arguments.of("app/u\u00a01", "must not have blanks"),
        Arguments.of("app/\u2003x", "must not have blanks"),
        Arguments.of("app/\u0000", "must have only letters"),
        Arguments.of("app/\u202eevil", "must have only letters"),
        Arguments.of("app/\u00e9", "must have only letters"),
        Arguments.of("app\\user", "must have only letters"),
        Arguments.of("app/%", "must have only letters"),
        Arguments.of("app/%2", "must have only letters"),
        Arguments.of("app/%2f", "must have only letters"),
        Arguments.of("app/%zz", "must have only letters"),
        Arguments.of("app/%2E%2E", "must not encode"),
        Arguments.of("%61pp", "must not encode"),
        Arguments.of("app/%7E", "must not encode"),
        Arguments.of("app/a,b", "must have only letters"),
        Arguments.of(LONGEST + "a", "segments of at most 128 characters"),
        Arguments.of("app/" + LONGEST + "a/b", "segments of at most 128 characters"),
        Arguments.of("a".repeat(100_000), "segments of at most 128 characters"),
        Arguments.of("a/".repeat(Namespace.MOST_SEGMENTS) + "a", "at most 16 segments"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void anInvalidPathIsRefusedWithTheRule(String path, String rule) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Namespace(path))
        .withMessageContaining(rule)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400).matches("\\P{Cntrl}*"));
  }

  @Test
  void aPathCoversItselfAndWhatIsBelowItOnly() {
    Namespace path = new Namespace("app/u1");

    assertThat(path.covers(path)).isTrue();
    assertThat(path.covers(new Namespace("app/u1/billing"))).isTrue();
    assertThat(path.covers(new Namespace("app/u12"))).isFalse();
    assertThat(path.covers(new Namespace("app"))).isFalse();
    assertThat(path.covers(new Namespace("APP/u1"))).isFalse();
  }

  @Test
  void theAncestorsOfAPathAreAllAboveIt() {
    assertThat(new Namespace("a/b/c").ancestors())
        .containsExactly(new Namespace("a"), new Namespace("a/b"));
    assertThat(new Namespace("a").ancestors()).isEmpty();
  }

  @Test
  void grantsDropDuplicatesAfterTheCheck() {
    assertThat(Grants.of(List.of("b", "a", "b")).texts()).containsExactly("b", "a");
    assertThatIllegalArgumentException().isThrownBy(() -> Grants.of(List.of("a", "a", "")));
  }

  @Test
  void thereAreAtMost32DifferentGrants() {
    List<String> most = Stream.iterate(0, n -> n + 1).limit(Grants.MOST).map(n -> "a" + n).toList();
    List<String> repeated = Stream.concat(most.stream(), most.stream()).toList();
    List<String> more = Stream.concat(most.stream(), Stream.of("b")).toList();

    assertThat(Grants.of(repeated).paths()).hasSize(Grants.MOST);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Grants.of(more))
        .withMessageContaining("33 different grants");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  "})
  void noTextGrantsNothing(String text) {
    assertThat(Grants.parse(text).isEmpty()).isTrue();
  }

  @Test
  void grantsAreReadAsTheyAreWritten() {
    Grants grants = Grants.of(List.of("app/u1", "app/u%2C2"));

    assertThat(Grants.parse(grants.text())).isEqualTo(grants);
    assertThat(Grants.parse("app/u%2C2, app/u1").isSameAs(grants)).isTrue();
    assertThat(grants.isSameAs(Grants.of(List.of("app/u1")))).isFalse();
  }

  /** The rules in other words: by segments, over random trees. */
  @RepeatedTest(20)
  void readAndWriteFollowTheTree() {
    Random random = new Random();
    for (int i = 0; i < 500; i++) {
      Grants grants = new Grants(Stream.generate(() -> path(random)).limit(3).toList());
      Namespace path = path(random);
      List<String> segments = List.of(path.path().split("/"));

      boolean below = grants.texts().stream().anyMatch(grant -> starts(segments, grant));
      boolean above =
          grants.texts().stream().anyMatch(grant -> starts(List.of(grant.split("/")), path.path()));

      assertThat(grants.mayWrite(path)).as("%s write %s", grants, path).isEqualTo(below);
      assertThat(grants.mayRead(path)).as("%s read %s", grants, path).isEqualTo(below || above);
    }
  }

  private static boolean starts(List<String> segments, String with) {
    List<String> start = List.of(with.split("/"));
    return segments.size() >= start.size() && segments.subList(0, start.size()).equals(start);
  }

  private static Namespace path(Random random) {
    List<String> words = List.of("a", "aa", "b", "a.b");
    return new Namespace(
        String.join(
            "/",
            Stream.generate(() -> words.get(random.nextInt(words.size())))
                .limit(1 + random.nextInt(4))
                .toList()));
  }

  @Test
  void grantsAreTakenWithWhatIsBelowThem() {
    Grants grants = Grants.of(List.of("app/u1", "app/u1/x", "app/u12", "team"));

    assertThat(grants.without(Grants.of(List.of("app/u1"))).texts())
        .containsExactly("app/u12", "team");
    assertThat(grants.without(Grants.of(List.of("app", "team"))).isEmpty()).isTrue();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> grants.without(Grants.of(List.of("team", "app/u1/x/y"))))
        .withMessage("there is no grant at or below app/u1/x/y");
  }
}
