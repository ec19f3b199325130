package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Digest;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxSpecTest {
  private static final ImagePin PIN = new ImagePin("image", Digest.of(new byte[0]));

  private static SandboxSpec spec(String root, List<BinMount> bins, List<String> command) {
    SandboxSpec example = Specs.example();
    SandboxSpec rooted =
        Specs.of(
            example.key(),
            Path.of(root),
            example.socketFolder().orElseThrow(),
            example.user(),
            example.runtime());
    return Specs.change(
        Specs.withCommand(rooted, command),
        draft -> draft.tools = new SandboxTools(bins, BinMounts.AUTO));
  }

  @Test
  void wantsAnAbsoluteRootACommandAndToolsWithDifferentNames() {
    List<String> command = List.of("/worker");
    BinMount tool = new BinMount("sh", PIN, "/");
    assertThat(spec("/root", List.of(tool), command).tools().bins()).containsExactly(tool);
    for (Supplier<SandboxSpec> bad :
        List.<Supplier<SandboxSpec>>of(
            () -> spec("root", List.of(), command),
            () -> spec("/root", List.of(), List.of()),
            () -> spec("/root", List.of(tool, tool), command))) {
      assertThatIllegalArgumentException().isThrownBy(bad::get);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../sh", "a/b", ".hidden", "a b", "a\n"})
  void refusesToolNamesThatLeaveTheirFolder(String name) {
    assertThatIllegalArgumentException().isThrownBy(() -> new BinMount(name, PIN, "/"));
  }

  @Test
  void mountsAToolUnderItsName() {
    assertThat(new BinMount("sh", PIN, "/usr/bin").target()).isEqualTo("/opt/bin-images/sh");
  }

  static Stream<Supplier<Limits>> badLimits() {
    return Stream.of(
        () -> new Limits((16 << 20) - 1, 1, 64, 1),
        () -> new Limits(1 << 30, 0.009, 64, 1),
        () -> new Limits(1 << 30, 4097, 64, 1),
        () -> new Limits(1 << 30, 1, 15, 1),
        () -> new Limits(1 << 30, 1, 4_194_305, 1),
        () -> new Limits(1 << 30, 0, 64, 1),
        () -> new Limits(1 << 30, Double.NaN, 64, 1),
        () -> new Limits(1 << 30, 1, 0, 1),
        () -> new Limits(1 << 30, 1, 64, 0));
  }

  @Test
  void everyAgentIsLimitedAndTheWidestRangeIsAllowed() {
    assertThat(Limits.DEFAULT).isEqualTo(new Limits(1 << 30, 2, 512, 64 << 20));
    assertThat(new Limits(16 << 20, 0.01, 16, 1).pids()).isEqualTo(16);
    assertThat(new Limits(1L << 40, 4096, 4_194_304, 1L << 40).cpus()).isEqualTo(4096);
  }

  @ParameterizedTest
  @MethodSource("badLimits")
  void refusesLimitsOutOfRangeWithAnExample(Supplier<Limits> bad) {
    assertThatThrownBy(bad::get)
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.LIMIT);
              assertThat(e.remedy()).contains("--");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "relative", ""})
  void refusesTargetsThatAreNoPlaces(String target) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OperatorMount(Path.of("/src"), target, true));
  }
}
