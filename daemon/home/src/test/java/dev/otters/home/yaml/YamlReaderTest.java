package dev.otters.home.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.nodes.Node;

class YamlReaderTest {
  private static final Set<String> KEYS = Set.of("name", "items");

  private final YamlReader yaml = new YamlReader("a.yaml");

  private Map<String, Node> members(String text) {
    return yaml.mapping(yaml.document(text).orElseThrow(), "a thing", KEYS);
  }

  private static void assertWrong(ThrowingCallable call, String message) {
    assertThatExceptionOfType(YamlFileException.class).isThrownBy(call).withMessage(message);
  }

  @Test
  void membersListsAndTextsAreRead() {
    Map<String, Node> members = members("name: one\nitems: [a, b]\n");

    assertThat(yaml.maybeText(members, "name")).contains("one");
    assertThat(yaml.sequence(members.get("items"), "items"))
        .extracting(node -> yaml.text(node, "an item"))
        .containsExactly("a", "b");
    assertThat(yaml.maybeText(members("items: []"), "name")).isEmpty();
    assertThat(yaml.document("# nothing\n")).isEmpty();
  }

  @Test
  void anErrorNamesTheFileAndTheLine() {
    assertWrong(
        () -> members("name: one\ncolour: red\n"),
        "a.yaml:2: unknown key 'colour' in a thing; allowed: items, name");
    assertWrong(
        () -> members("name: one\n\nname: two\n"),
        "a.yaml:3: the key 'name' appears twice in a thing");
    assertWrong(() -> members("[]"), "a.yaml:1: a thing must be a mapping");
    Map<String, Node> members = members("items: one\nname: [two]\n");
    assertWrong(
        () -> yaml.sequence(members.get("items"), "items"), "a.yaml:1: items must be a list");
    assertWrong(() -> yaml.maybeText(members, "name"), "a.yaml:2: name must be a text");
  }

  @Test
  void anUnknownKeyThatMayBeASecretIsNotQuoted() {
    assertWrong(
        () -> members("sk-0123456789abcdefghijklmnop: x\n"),
        "a.yaml:1: unknown key '…' in a thing; allowed: items, name");
  }

  @Test
  void aTextThatIsNotYamlIsRefusedAtItsPlace() {
    assertThatExceptionOfType(YamlSyntaxException.class)
        .isThrownBy(() -> YamlNodes.compose("name: one\n  other: two"))
        .satisfies(e -> assertThat(e.line()).isEqualTo(2))
        .satisfies(e -> assertThat(e.column()).isEqualTo(8));
    assertThatExceptionOfType(YamlFileException.class)
        .isThrownBy(() -> yaml.document("name: *secret\n"))
        .withMessageStartingWith("a.yaml:1: ")
        .withMessageNotContaining("secret");
    assertThatExceptionOfType(YamlFileException.class)
        .isThrownBy(() -> yaml.document("name: \u0000\n"))
        .withMessageStartingWith("a.yaml: ");
  }
}
