package dev.otters.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.EventBody;
import dev.otters.worker.Setups;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolBoxTest {
  @TempDir Path root;
  private Bench bench;

  @BeforeEach
  void prepare() throws Exception {
    bench =
        new Bench(
            root,
            new AgentSetup.Env("GREETING", "", "hello", false),
            new AgentSetup.Env("API_TOKEN", "", "hunter2", true),
            new AgentSetup.Env("PATH", "", "/evil", false),
            new AgentSetup.Env("OTTERS_SESSION_DIR", "", "/evil", false),
            new AgentSetup.Env("BAD=NAME", "", "x", false),
            new AgentSetup.Env("BAD_VALUE", "", "a\0b", false));
  }

  @Test
  void aToolRunsInTheWorkspace() {
    assertThat(bench.run("sh", "-c", "pwd").stdout()).isEqualTo(root + "/workspace\n");
  }

  @Test
  void itsEnvironmentIsTheLockedBaseAndTheAgentsOwn() {
    List<String> variables = bench.run("sh", "-c", "exec env").stdout().lines().toList();

    assertThat(variables)
        .filteredOn(line -> !line.matches("(PWD|SHLVL|_|OLDPWD|OTTERS_CALL)=.*"))
        .containsExactlyInAnyOrder(
            "PATH=" + root + "/usr/bin",
            "HOME=" + root + "/home",
            "TMPDIR=" + root + "/tmp",
            "XDG_CONFIG_HOME=" + root + "/home/.config",
            "XDG_CACHE_HOME=" + root + "/home/.cache",
            "XDG_DATA_HOME=" + root + "/home/.local/share",
            "XDG_STATE_HOME=" + root + "/home/.local/state",
            "LANG=C.UTF-8",
            "OTTERS_AGENT_ROOT=" + root,
            "OTTERS_SESSION_DIR=" + root + "/workspace/sessions/cli:chat:1",
            "OTTERS_RUNTIME_DIR=" + root + "/runtime/cli:chat:1",
            "GREETING=hello",
            "API_TOKEN=hunter2");
  }

  @Test
  void bothFoldersOfTheSessionAreThere() {
    String all =
        bench.run("sh", "-c", "cd $OTTERS_SESSION_DIR && cd $OTTERS_RUNTIME_DIR && pwd").stdout();

    assertThat(all).isEqualTo(root + "/runtime/cli:chat:1\n");
  }

  @Test
  void aToolRemovesWhatIsInPlaceOfTheFolderOfTheSession() throws Exception {
    Path place = bench.paths.sessions();
    Files.createSymbolicLink(place, Path.of("nowhere/at/all"));

    assertThat(bench.run("sh", "-c", "mv sessions aside").exitCode()).isZero();
    assertThat(bench.run("sh", "-c", "cd $OTTERS_SESSION_DIR && pwd").stdout())
        .isEqualTo(place + "/cli:chat:1\n");
  }

  @Test
  void toolsFindTheProxy() throws Exception {
    Bench proxied = new Bench(root.resolve("proxied"), setup -> Setups.withHosts(setup));
    String proxy = "http://127.0.0.1:3128";
    assertThat(proxied.run("sh", "-c", "exec env").stdout().lines())
        .contains("HTTP_PROXY=" + proxy, "https_proxy=" + proxy, "ALL_PROXY=" + proxy)
        .contains("NO_PROXY=localhost,127.0.0.1,::1", "NODE_USE_ENV_PROXY=1");
  }

  @Test
  void toolsFindTheModelEndpointUnlessTheAgentHasItsOwnVariables() throws Exception {
    AgentSetup.Env own = new AgentSetup.Env("OPENAI_API_KEY", "", "of the agent", true);
    Bench asking =
        new Bench(
            root.resolve("asking"),
            setup -> Setups.withEnvs(Setups.withConfig(setup, "model-endpoint", "on"), own));
    assertThat(asking.run("sh", "-c", "exec env").stdout().lines())
        .contains(
            "ANTHROPIC_BASE_URL=http://127.0.0.1:3129",
            "ANTHROPIC_API_KEY=otters-needs-no-key",
            "OPENAI_BASE_URL=http://127.0.0.1:3129/v1",
            "OPENAI_API_KEY=of the agent");
  }

  @Test
  void whatCannotBeSetIsLoggedWithoutItsValue() {
    assertThat(bench.lines)
        .hasSize(4)
        .noneMatch(line -> line.contains("/evil") || line.contains("hunter2"))
        .anyMatch(line -> line.endsWith("ENV PATH skipped: the name is reserved"));
  }

  @Test
  void aToolCanBeCalledBare() {
    EventBody.ToolResult result = bench.runJson("true", "");

    assertThat(result.exitCode()).isZero();
    assertThat(result.isError()).isFalse();
  }

  @Test
  void argumentsReachTheProgramAsTheyAre() {
    EventBody.ToolResult result =
        bench.run("sh", "-c", "printf '<%s>' \"$@\"", "sh", "a b", "", "$HOME", "*", "'\"\\");

    assertThat(result.stdout()).isEqualTo("<a b><><$HOME><*><'\"\\>");
  }

  @Test
  void standardInputIsPassed() {
    EventBody.ToolResult result = bench.runJson("cat", "{\"stdin\":\"line 1\\nline 2\"}");

    assertThat(result.stdout()).isEqualTo("line 1\nline 2");
  }

  @Test
  void withoutInputAToolReadsNothing() {
    assertThat(bench.run("cat").exitCode()).isZero();
  }

  @Test
  void inputThatIsNotReadDoesNotHang() {
    String json = "{\"stdin\":\"" + "x".repeat(2_000_000) + "\"}";

    assertThat(bench.runJson("true", json).exitCode()).isZero();
  }

  @Test
  void aFailureKeepsItsOutput() {
    EventBody.ToolResult result = bench.run("sh", "-c", "echo half; echo bad >&2; exit 3");

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.isError()).isTrue();
    assertThat(result.stdout()).isEqualTo("half\n");
    assertThat(result.stderr()).isEqualTo("bad\n");
    assertThat(bench.lines.getLast()).matches(".* tool sh exit=3 \\d+ ms");
  }

  @Test
  void anUnknownToolIsAnsweredWithTheDeclaredOnes() {
    EventBody.ToolResult result = bench.run("bash");

    assertThat(result.isError()).isTrue();
    assertThat(result.error()).hasValue("unknown tool bash; declared tools: sh, cat, true, gone");
  }

  @Test
  void anUnknownKeyIsRefused() {
    EventBody.ToolResult result = bench.runJson("sh", "{\"command\":\"touch x\"}");

    assertThat(result.error()).get().asString().startsWith("unknown key \"command\"");
    assertThat(root.resolve("workspace")).isEmptyDirectory();
  }

  @Test
  void aMissingBinaryIsAResultAndAProblemOfTheStart() {
    assertThat(bench.run("gone").error()).get().asString().startsWith("cannot start: ");
    assertThat(bench.tools.problem())
        .hasValue("The sandbox has no executable file for: gone (" + root.resolve("gone") + ").");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "huge"})
  void anImpossibleArgumentIsAResult(String argument) {
    String text = argument.equals("huge") ? "x".repeat(1_000_000) : argument;

    assertThat(bench.run("true", text).error()).get().asString().startsWith("cannot start: ");
  }

  @Test
  void theKernelWouldKillAToolFirst() {
    assertThat(
            bench
                .run(
                    "sh",
                    "-c",
                    "while read -r s < /proc/$$/oom_score_adj; do"
                        + " [ \"$s\" = 500 ] && break; done; echo $s")
                .stdout())
        .isEqualTo("500\n");
  }

  @Test
  void aLongOutputIsCutAndKept() throws Exception {
    EventBody.ToolResult result = bench.run("sh", "-c", "yes 0123456789 | head -n 20000");

    assertThat(result.truncated()).isTrue();
    assertThat(result.stdout())
        .hasSizeBetween(60_000, 66_000)
        .startsWith("0123456789\n")
        .contains("154464 bytes left out")
        .endsWith("0123456789\n");
    Path file = Path.of(result.outputFile().orElseThrow());
    assertThat(file).isEqualTo(root.resolve("runtime/cli:chat:1/c1.out"));
    assertThat(Files.readString(file)).isEqualTo("0123456789\n".repeat(20_000));
  }

  @Test
  void errorsAreShownBesideALongOutput() {
    EventBody.ToolResult result =
        bench.run("sh", "-c", "yes | head -c 500000; yes oops | head -c 500000 >&2");

    assertThat(result.truncated()).isTrue();
    assertThat(result.stdout().length()).isBetween(45_000, 50_000);
    assertThat(result.stderr().length()).isBetween(15_000, 17_000);
    assertThat(result.stderr()).contains("bytes left out");
  }

  @Test
  void bothStreamsTogetherHaveALimit() {
    EventBody.ToolResult cut =
        bench.run("sh", "-c", "yes | head -c 40000; yes oops | head -c 40000 >&2");
    assertThat(cut.truncated()).isTrue();
    assertThat(cut.outputFile()).isPresent();

    EventBody.ToolResult whole =
        bench.run("sh", "-c", "yes | head -c 40000; yes oops | head -c 25536 >&2");
    assertThat(whole.truncated()).isFalse();
    assertThat(whole.outputFile()).isEmpty();
    assertThat(whole.stdout() + whole.stderr()).hasSize(65_536);
  }

  @Test
  void aGibibyteOfOutputDoesNotGrowTheHeap() throws Exception {
    List<MemoryPoolMXBean> heap =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();
    System.gc();
    heap.forEach(MemoryPoolMXBean::resetPeakUsage);
    long before = heap.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();

    EventBody.ToolResult result = bench.run("sh", "-c", "exec head -c 1073741824 /dev/zero");

    long peak = heap.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    assertThat(peak - before).isLessThan(32L << 20);
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout())
        .contains("the file holds the first 67108864 of 1073741824 bytes")
        .startsWith("␀␀␀")
        .endsWith("␀␀␀");
    assertThat(Files.size(Path.of(result.outputFile().orElseThrow())))
        .isBetween(64L << 20, (64L << 20) + 100);
  }
}
