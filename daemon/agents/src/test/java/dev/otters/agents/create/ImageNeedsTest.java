package dev.otters.agents.create;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RunRequest;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageNeedsTest {
  private static final String NEEDY =
      """
      FROM scratch
      NAME a
      CONFIG zone!
      CONFIG region!
      CONFIG tool-timeout="soon"
      ENV KEY_ID=""
      ENV HAS="value"
      LABEL io.openotters.required-env="KEY_ID,HAS"
      LABEL io.openotters.required-mounts="src,/data"
      """;
  private static final String WISHFUL =
      """
      FROM scratch
      NAME a
      LABEL io.openotters.memory=2g
      LABEL io.openotters.cpus=1.5
      LABEL io.openotters.pids=100
      LABEL io.openotters.allow-hosts=api.example.com
      LABEL io.openotters.ask-tools=curl
      """;

  private final List<String> notices = new ArrayList<>();

  @Test
  void everythingThatIsMissingIsSaidAtOnceWithHowToGiveIt() {
    assertThatThrownBy(() -> check(NEEDY, RunRequest.of("a:1")))
        .isInstanceOf(ApiException.class)
        .hasMessageContainingAll(
            "CONFIG tool-timeout must be a whole number",
            "CONFIG region must be given with --config region=…; "
                + "CONFIG zone must be given with --config zone=…",
            "ENV KEY_ID must be given with -e KEY_ID=…")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("HAS"));
  }

  @Test
  void twoVaultsForOneVariableOfAToolAreRefused() {
    String tools =
        """
        FROM scratch
        NAME a
        BIN gh tools/gh:1
        BIN git tools/git:1
        VAULT one ENV=TOKEN FOR=gh
        VAULT two ENV=TOKEN FOR=git
        """;
    check(tools, RunRequest.of("a:1"));
    assertThatThrownBy(
            () -> check(tools + "VAULT three ENV=TOKEN FOR=git,gh\n", RunRequest.of("a:1")))
        .isInstanceOf(ApiException.class)
        .hasMessageContainingAll(
            "VAULT one and three all set TOKEN for gh",
            "VAULT two and three all set TOKEN for git");
  }

  @Test
  void oneOfSeveralKeysIsEnough() {
    String source =
        """
        FROM scratch
        NAME a
        ENV SPARE=""
        LABEL io.openotters.required-env="TOKEN or SPARE"
        """;

    assertThatThrownBy(() -> check(source, RunRequest.of("a:1")))
        .hasMessageContaining("ENV TOKEN or SPARE must be given with -e TOKEN=…");
    check(source.replace("ENV SPARE=\"\"", "ENV SPARE=x"), RunRequest.of("a:1"));
  }

  @Test
  void whatTheOperatorGaveIsNotMissing() {
    RunRequest request =
        RunRequests.of(
            "a:1",
            Map.of(
                "env",
                Map.of("KEY_ID", "1"),
                "mounts",
                List.of(
                    new MountRequest("/a", "/workspace/src/", null, true),
                    new MountRequest("/b", "/data", null, true)),
                "config",
                Map.of("region", "eu", "zone", "1", "tool_timeout", "5")));

    check(NEEDY, request);
    new ImageNeeds(parse(NEEDY)).granted(RunOptions.of(request), notices::add);
    assertThat(notices).isEmpty();
    assertThatThrownBy(
            () -> check(NEEDY, RunRequests.of("a:1", Map.of("config", request.config()))))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("CONFIG"));
  }

  @Test
  void aMountBelowOrAboveAFolderProvidesIt() {
    RunRequest request =
        RunRequests.of(
            "a:1",
            Map.of(
                "mounts",
                List.of(
                    new MountRequest("/a", "/workspace/src/main.c", null, true),
                    new MountRequest("/b", "/database", null, true))));

    new ImageNeeds(parse(NEEDY)).granted(RunOptions.of(request), notices::add);

    assertThat(notices)
        .containsExactly(
            "the image asks for a folder at /data: provide one with -v YOUR-FOLDER:/data");
  }

  @Test
  void foldersThatAnImageWantsAreTold() {
    new ImageNeeds(parse(NEEDY)).granted(RunOptions.of(RunRequest.of("a:1")), notices::add);

    assertThat(notices)
        .containsExactly(
            "the image asks for a folder at /workspace/src: provide one with -v"
                + " YOUR-FOLDER:/workspace/src",
            "the image asks for a folder at /data: provide one with -v YOUR-FOLDER:/data");
  }

  @Test
  void aConfigKeyThatCannotBeIsRefusedWithTheRequest() {
    assertThatThrownBy(
            () -> RunOptions.of(RunRequests.of("a:1", Map.of("config", Map.of("Max Tokens", "1")))))
        .hasMessageContaining("CONFIG key 'Max Tokens' must be");
    assertThatThrownBy(() -> RunOptions.of(RunRequest.of("a:1").withDeclared("maybe")))
        .hasMessageContaining("'maybe'");
  }

  @Test
  void limitsThatAnImageAsksForAreOnlyToldUnlessTheOperatorAllowsThem() {
    assertThat(granted(RunRequest.of("a:1"))).isEqualTo(Limits.DEFAULT);
    assertThat(notices)
        .containsExactly(
            "the image asks its operator to approve calls of curl: this release cannot do that, and"
                + " ignores it",
            "the image asks for memory 2g, cpus 1.5, pids 100, hosts api.example.com, which"
                + " --allow-declared would grant");
  }

  @Test
  void allowedLimitsAreGrantedAndTheOperatorsOwnStay() {
    RunRequest request = RunRequest.of("a:1").withDeclared("allow");
    RunRequest own = RunRequests.of("a:1", Map.of("memory", 64L << 20, "declared", "allow"));

    assertThat(granted(request))
        .isEqualTo(new Limits(2L << 30, 1.5, 100, Limits.DEFAULT.shmBytes()));
    assertThat(notices)
        .contains(
            "granted as the image asks: memory 2g, cpus 1.5, pids 100, hosts api.example.com");
    assertThat(granted(own)).isEqualTo(new Limits(64L << 20, 1.5, 100, Limits.DEFAULT.shmBytes()));
  }

  @Test
  void hostsAreGrantedWhereThereIsAProxy() {
    assertThat(reach(Map.of("declared", "allow", "allowHosts", List.of("a.example"))))
        .isEqualTo(new Reach(Network.EGRESS, List.of("a.example", "api.example.com")));
    assertThat(reach(Map.of("declared", "allow", "network", "none")))
        .isEqualTo(new Reach(Network.NONE, List.of()));
    notices.clear();
    assertThat(reach(Map.of("allowHosts", List.of("API.example.com"))))
        .isEqualTo(new Reach(Network.EGRESS, List.of("api.example.com")));
    assertThat(String.join("", notices)).doesNotContain("hosts");
  }

  @Test
  void hostsThatAreNoRulesAreToldAndIgnored() {
    Agentfile file = parse("FROM scratch\nLABEL io.openotters.allow-hosts=https://a.example\n");
    RunOptions options = RunOptions.of(RunRequest.of("a:1").withDeclared("allow"));
    assertThat(new ImageNeeds(file).granted(options, notices::add)).isEqualTo(options);
    assertThat(String.join("", notices))
        .startsWith(
            "label io.openotters.allow-hosts is ignored: 'https://a.example' is not a host");
  }

  @Test
  void anImageGetsNoAddressesAndNotEverything() {
    Agentfile file =
        parse("FROM scratch\nLABEL io.openotters.allow-hosts=\"*,169.254.169.254,*.a.example\"\n");
    RunOptions options = RunOptions.of(RunRequest.of("a:1").withDeclared("allow"));
    assertThat(new ImageNeeds(file).granted(options, notices::add).reach().hosts())
        .containsExactly("*.a.example");
    assertThat(notices)
        .contains(
            "the image asks for the host *: allow it with --allow-host if you want that",
            "the image asks for the host 169.254.169.254: allow it with --allow-host if you want"
                + " that");
  }

  private Reach reach(Map<String, Object> fields) {
    RunOptions options = RunOptions.of(RunRequests.of("a:1", fields));
    return new ImageNeeds(parse(WISHFUL)).granted(options, notices::add).reach();
  }

  @Test
  void anOperatorWhoWantsToBeAskedIsAskedOnlyWhereThereIsSomethingToAsk() {
    RunOptions ask = RunOptions.of(RunRequest.of("a:1").withDeclared("ask"));

    assertThatThrownBy(() -> new ImageNeeds(parse(WISHFUL)).granted(ask, notices::add))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.WISHES_UNANSWERED);
              assertThat(e.problem().title()).contains("memory 2g, cpus 1.5, pids 100");
            });
    assertThat(new ImageNeeds(parse("FROM scratch\n")).granted(ask, notices::add)).isEqualTo(ask);
  }

  @Test
  void aLabelOfAForeignImageThatCannotBeReadIsToldAndIgnored() {
    Agentfile file = parse("FROM scratch\nLABEL io.openotters.memory=much\n");

    new ImageNeeds(file).granted(RunOptions.of(RunRequest.of("a:1")), notices::add);

    assertThat(notices)
        .containsExactly(
            "label io.openotters.memory must be a number of bytes such as 512m or 2g, so \"much\""
                + " is ignored");
  }

  private Limits granted(RunRequest request) {
    return new ImageNeeds(parse(WISHFUL)).granted(RunOptions.of(request), notices::add).limits();
  }

  private static void check(String text, RunRequest request) {
    RunOptions options = RunOptions.of(request);
    new ImageNeeds(Overrides.apply(parse(text), options.configs())).check(options);
  }

  private static Agentfile parse(String text) {
    return switch (AgentfileParser.parse("Agentfile", text.getBytes(UTF_8), Map.of())) {
      case ParseResult.Parsed parsed -> parsed.agentfile();
      case ParseResult.Rejected rejected ->
          throw new AssertionError(rejected.problems().toString());
    };
  }
}
