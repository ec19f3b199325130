package dev.otters.models.provider.scripted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.OwnThread;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedProviderTest {
  private static final String GUIDE =
      """
      rules:
        - when: {user: "(?i)what is this project"}
          say: "I look."
          call: {tool: sh, args: ["-c", "head -n 20 README.md"]}
        - when: {user: "list (\\\\S+) and (\\\\S+)"}
          call:
            - {tool: ls, args: ["${1}"]}
            - {tool: cat, args: ["${2}"], stdin: "from ${0}"}
        - when: {user: "weather in (.+)"}
          call: {tool: weather, input: '{"city": "${1}"}'}
        - when: {result: {tool: sh, matches: "(?m)^# (.*)$"}}
          say: "The project is called ${1}. (scripted)"
        - when: {result: {}}
          say: "The tool said nothing that I know."
        - when: {user: "third"}
          step: 3
          say: "third"
        - say: "I am a scripted model."
      """;

  @TempDir Path first;
  @TempDir Path second;
  private ScriptedProvider provider;
  private final List<String> pieces = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    provider = new ScriptedProvider(List.of(first, second));
    script(second, "guide", GUIDE);
  }

  private static void script(Path folder, String name, String text) throws IOException {
    Files.writeString(folder.resolve(name + ".yaml"), text);
  }

  private Completion ask(String model, ChatMessage... messages) throws InterruptedException {
    return provider.complete(
        new CompletionRequest(model, List.of(messages), List.of(), Map.of()), pieces::add);
  }

  private static ChatMessage user(String text) {
    return new ChatMessage.User(text);
  }

  private static ChatMessage called(String... tools) {
    List<ToolCall> calls =
        Stream.of(tools).map(tool -> new ToolCall("c-" + tool, tool, "{}")).toList();
    return new ChatMessage.Assistant("", calls);
  }

  private static ChatMessage result(String tool, String text) {
    return new ChatMessage.ToolResult("c-" + tool, tool, text, false);
  }

  @Test
  void aMessageThatFitsMakesItCallATool() throws Exception {
    Completion said = ask("guide", user("What is this project?"));
    assertThat(said.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(said.text()).isEqualTo("I look.");
    assertThat(said.toolCalls())
        .containsExactly(
            new ToolCall("call_1", "sh", "{\"args\":[\"-c\",\"head -n 20 README.md\"]}"));
  }

  @Test
  void theAnswerComesFromTheToolsResult() throws Exception {
    for (String name : List.of("Otters", "Another")) {
      Completion said =
          ask(
              "guide",
              user("What is this project?"),
              called("sh"),
              result("sh", "exit code 0\nstdout:\n# " + name + "\ntext"));
      assertThat(said.text()).isEqualTo("The project is called " + name + ". (scripted)");
      assertThat(said.stopReason()).isEqualTo(StopReason.END_TURN);
    }
  }

  @Test
  void textComesInPiecesThatMakeUpTheAnswer() throws Exception {
    Completion said = ask("guide", user("Hello"));
    assertThat(pieces).hasSizeGreaterThan(2);
    assertThat(String.join("", pieces)).isEqualTo(said.text());
  }

  @Test
  void severalToolsAreCalledAtOnceWithWhatTheRuleFound() throws Exception {
    assertThat(ask("guide", user("please list a.txt and b.txt")).toolCalls())
        .containsExactly(
            new ToolCall("call_1", "ls", "{\"args\":[\"a.txt\"]}"),
            new ToolCall(
                "call_2", "cat", "{\"args\":[\"b.txt\"],\"stdin\":\"from list a.txt and b.txt\"}"));
  }

  @Test
  void anInputOfJsonHasWhatTheRuleFoundAsText() throws Exception {
    assertThat(ask("guide", user("the weather in \"B\\")).toolCalls())
        .containsExactly(new ToolCall("call_1", "weather", "{\"city\": \"\\\"B\\\\\"}"));
  }

  @Test
  void anyOfTheNewestResultsMayFit() throws Exception {
    Completion said =
        ask("guide", user("x"), called("ls", "sh"), result("ls", "# no"), result("sh", "# yes"));
    assertThat(said.text()).contains("called yes");
  }

  @Test
  void anOldResultIsNoNewOne() throws Exception {
    Completion said =
        ask(
            "guide",
            user("x"),
            called("sh"),
            result("sh", "# old"),
            new ChatMessage.Assistant("done", List.of()),
            user("Hello"));
    assertThat(said.text()).isEqualTo("I am a scripted model.");
  }

  @Test
  void aMessageIsNotAnsweredTwiceOnceAToolHasSpoken() throws Exception {
    Completion said =
        ask("guide", user("What is this project?"), called("sh"), result("sh", "empty"));
    assertThat(said.text()).isEqualTo("The tool said nothing that I know.");
  }

  @Test
  void idsOfCallsDifferWithinAConversation() throws Exception {
    Completion said =
        ask(
            "guide",
            user("x"),
            called("sh", "ls"),
            result("sh", ""),
            result("ls", ""),
            user("What is this project?"));
    assertThat(said.toolCalls().getFirst().id()).isEqualTo("call_3");
  }

  @Test
  void aRuleMayWaitForItsStep() throws Exception {
    assertThat(ask("guide", user("third")).text()).isEqualTo("I am a scripted model.");
    script(
        first,
        "steps",
        "rules:\n  - {step: 2, say: two}\n  - {step: 1, call: {tool: sh}}\n  - say: later\n");
    assertThat(ask("steps", user("go")).toolCalls()).hasSize(1);
    assertThat(ask("steps", user("go"), called("sh"), result("sh", "")).text()).isEqualTo("two");
  }

  @Test
  void bothConditionsMustHold() throws Exception {
    script(
        first,
        "both",
        """
        rules:
          - when: {user: 'count', result: {matches: '(\\d+)'}}
            say: "${1}"
          - say: no
        """);
    assertThat(ask("both", user("count"), called("wc"), result("wc", "42 lines")).text())
        .isEqualTo("42");
    assertThat(ask("both", user("other"), called("wc"), result("wc", "42 lines")).text())
        .isEqualTo("no");
  }

  @Test
  void textOfAResultIsNeverTakenForAPlaceholder() throws Exception {
    script(first, "echo", "rules:\n  - when: {user: '(?s)(.*)'}\n    say: \"<${1}>\"\n");
    assertThat(ask("echo", user("$1 ${1} \\ ${9}")).text()).isEqualTo("<$1 ${1} \\ ${9}>");
  }

  @Test
  void aGroupThatFoundNothingIsEmpty() throws Exception {
    script(first, "opt", "rules:\n  - when: {user: 'a(b)?'}\n    say: \"[${1}${7}]\"\n");
    assertThat(ask("opt", user("a")).text()).isEqualTo("[]");
  }

  @Test
  void theFirstFolderThatHasTheScriptWins() throws Exception {
    script(first, "guide", "rules:\n  - say: mine\n");
    assertThat(ask("guide", user("Hello")).text()).isEqualTo("mine");
  }

  @Test
  void tokensAreEstimated() throws Exception {
    Completion said = ask("guide", user("12345678"));
    assertThat(said.usage().inputTokens()).isEqualTo(2);
    assertThat(said.usage().outputTokens()).isEqualTo(6);
  }

  @Test
  void anInterruptEndsASlowAnswer() throws Exception {
    script(first, "slow", "rules:\n  - say: a b c\n    delay: 600s\n");
    OwnThread asking = OwnThread.start(() -> ask("slow", user("Hello")));
    asking.interrupt();
    assertThat(asking.failure(Duration.ofMinutes(1))).isInstanceOf(InterruptedException.class);
    assertThat(pieces).isEmpty();
  }

  @Test
  void anInterruptEndsAnAnswerBetweenTwoPieces() throws Exception {
    script(first, "quick", "rules:\n  - say: a b c\n");
    CompletionRequest request =
        new CompletionRequest("quick", List.of(user("Hello")), List.of(), Map.of());
    assertThatExceptionOfType(InterruptedException.class)
        .isThrownBy(
            () ->
                provider.complete(
                    request,
                    piece -> {
                      pieces.add(piece);
                      Thread.currentThread().interrupt();
                    }));
    assertThat(pieces).containsExactly("a ");
  }

  @Test
  void aScriptThatIsMissingIsToldWithThePlaces() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("nope"))
        .withMessageContaining(first.resolve("nope.yaml").toString())
        .withMessageContaining(second.resolve("nope.yaml").toString());
  }

  @Test
  void theScriptsOfAllFoldersAreOffered() throws IOException {
    script(first, "another", "rules: []");
    script(first, "guide", GUIDE);
    script(first, ".hidden", GUIDE);
    Files.writeString(first.resolve("notes.txt"), "no script");
    ScriptedProvider some =
        new ScriptedProvider(List.of(first, second, first.resolve("not there")));
    assertThat(some.models()).extracting(ModelOffer::name).containsExactly("another", "guide");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../guide", "a/b", ".hidden", "", "a b"})
  void namesThatLeaveTheFolderAreRefused(String name) {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check(name))
        .withMessageContaining("not a valid script name");
  }

  @Test
  void aScriptWithoutAFittingRuleSaysWhatToDo() throws Exception {
    script(first, "narrow", "rules:\n  - when: {user: 'x'}\n    say: y\n");
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ask("narrow", user("Hello")))
        .satisfies(e -> assertThat(e.remedy()).contains("without \"when\""));
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of("", "bad.yaml: the script is empty"),
        Arguments.of("rules: [", "bad.yaml:1: this is not YAML"),
        Arguments.of("- a\n- b\n", "bad.yaml:1: the script must be a mapping"),
        Arguments.of("rule: []\n", "bad.yaml:1: unknown key 'rule' in the script; allowed: rules"),
        Arguments.of("rules: []\n", "bad.yaml:1: rules must not be empty"),
        Arguments.of("rules: nothing\n", "bad.yaml:1: rules must be a list"),
        Arguments.of(
            "rules:\n  - say: x\n  - {}\n", "bad.yaml:3: a rule needs \"say\" or \"call\""),
        Arguments.of("rules:\n  - say: x\n    says: y\n", "bad.yaml:3: unknown key 'says'"),
        Arguments.of("rules:\n  - say: x\n    say: y\n", "bad.yaml:3: the key 'say' appears twice"),
        Arguments.of(
            "rules:\n  - say: x\n    when: {user: '('}\n", "bad.yaml:3: \"user\" is not a regular"),
        Arguments.of("rules:\n  - call: {args: [a]}\n", "bad.yaml:2: call needs the name"),
        Arguments.of("rules:\n  - call: {tool: sh, args: a}\n", "bad.yaml:2: args must be a list"),
        Arguments.of(
            "rules:\n  - call: {tool: sh, args: [a], input: '{}'}\n",
            "bad.yaml:2: call has either \"input\""),
        Arguments.of("rules:\n  - say: [x]\n", "bad.yaml:2: say must be a text"),
        Arguments.of("rules:\n  - say: x\n    delay: soon\n", "bad.yaml:3: delay must look like"),
        Arguments.of("rules:\n  - say: x\n    step: 0\n", "bad.yaml:3: step must be"),
        Arguments.of(
            "rules: !!java.net.URL [\"http://x\"]\n",
            "bad.yaml:1: this is not YAML: an alias or a tag is not allowed here"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsToldWithFileAndLine(String text, String message) throws IOException {
    script(first, "bad", text);
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.check("bad"))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.PERMANENT));
  }
}
