package dev.otters.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.api.ApiException;
import dev.otters.executor.BinMounts;
import dev.otters.home.UidRange;
import dev.otters.sessions.budget.Amount;
import dev.otters.sessions.trace.TracePolicy;
import dev.otters.sessions.trace.TraceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DaemonConfigTest {
  @Test
  void everythingHasADefault() {
    DaemonConfig config = DaemonConfig.read(Path.of("/nonexistent/ottersd.yaml"));

    assertThat(config.executor()).isEmpty();
    assertThat(config.port()).isZero();
    assertThat(config.uids()).isEqualTo(UidRange.DEFAULT);
    assertThat(config.readinessTimeout()).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.runtimeAliases()).containsExactly("ghcr.io/openotters/runtime");
  }

  @Test
  void everyKeyIsRead() {
    DaemonConfig config =
        DaemonConfig.parse(
            "ottersd.yaml",
            """
            # all of them
            executor: system
            bin-mounts: bind
            port: 7117
            heap: 1g
            uid-range: 300000-300010
            max-starts: 2
            readiness-timeout: 2m
            runtime-aliases: [example.org/runtime]
            default-model: local/tiny
            local-idle: 30s
            insecure-registries: ["registry.lan:5000"]
            registry-ca: /etc/ca.pem
            budget-day-tokens: 20000000
            budget-day-cost: 2.50
            trace: sizes
            trace-limit: 512m
            min-free: 200m
            egress-limit: 5g
            trace-days: 7
            prompt-yes: [ops/kubectl]
            session-retention: 90d
            """);

    assertThat(config.executor()).contains(ExecutorKind.SYSTEM);
    assertThat(config.binMounts()).isEqualTo(BinMounts.BIND);
    assertThat(config.port()).isEqualTo(7117);
    assertThat(config.minFree()).hasValue(200L << 20);
    assertThat(config.egressLimit()).isEqualTo(5L << 30);
    assertThat(config.sessionRetention()).contains(Duration.ofDays(90));
    assertThat(config.heap()).contains("1g");
    assertThat(config.uids()).isEqualTo(new UidRange(300_000, 300_010));
    assertThat(config.maxStarts()).isEqualTo(2);
    assertThat(config.readinessTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(config.runtimeAliases()).containsExactly("example.org/runtime");
    assertThat(config.defaultModel()).contains("local/tiny");
    assertThat(config.localIdle()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.insecureRegistries()).containsExactly("registry.lan:5000");
    assertThat(config.registryCa()).contains(Path.of("/etc/ca.pem"));
    assertThat(config.budget()).isEqualTo(new Amount(20_000_000, 2_500_000_000L));
    assertThat(config.promptYes()).containsExactly("ops/kubectl");
    assertThat(config.traces())
        .isEqualTo(
            new TraceSettings(Optional.of(TracePolicy.SIZES), 512L << 20, Duration.ofDays(7)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prot: 1 | ottersd.yaml:1:1: unknown key 'prot'",
        "port: 99999 | ottersd.yaml:1:7: port is '99999'",
        "port: [1] | ottersd.yaml:1:7: port is 'a sequence'",
        "port: 1\\nport: 2 | ottersd.yaml:2:1: the key 'port' appears twice",
        "executor: kubernetes | ottersd.yaml:1:11: executor is 'kubernetes'",
        "prompt-yes: [kubectl] | ottersd.yaml:1:14: prompt-yes is 'kubectl'",
        "executor: unsandboxed | ottersd.yaml:1:11: executor is 'unsandboxed'",
        "heap: 63m | ottersd.yaml:1:7: heap is '63m'",
        "heap: 512 | ottersd.yaml:1:7: heap is '512'",
        "bin-mounts: copy | ottersd.yaml:1:13: bin-mounts is 'copy'",
        "uid-range: 0-10 | ottersd.yaml:1:12: uid-range is '0-10'",
        "readiness-timeout: soon | ottersd.yaml:1:20: readiness-timeout is 'soon'",
        "runtime-aliases: x | ottersd.yaml:1:18: runtime-aliases must be a list",
        "registry-ca: ca.pem | ottersd.yaml:1:14: registry-ca is 'ca.pem'",
        "budget-day-cost: cheap | ottersd.yaml:1:18: budget-day-cost is 'cheap'",
        "budget-day-tokens: -1 | ottersd.yaml:1:20: budget-day-tokens is '-1'",
        "trace: all | ottersd.yaml:1:8: trace is 'all'",
        "min-free: 5% | ottersd.yaml:1:11: min-free is '5%'",
        "trace-limit: 0m | ottersd.yaml:1:14: trace-limit is '0m'",
        "trace-limit: 1t | ottersd.yaml:1:14: trace-limit is '1t'",
        "trace-days: 0 | ottersd.yaml:1:13: trace-days is '0'",
        "insecure-registries: x | ottersd.yaml:1:22: insecure-registries must be a list",
        "- port | ottersd.yaml:1:1: expected keys with values",
        "port: 'x | ottersd.yaml:1",
      })
  void aMistakeIsShownWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> DaemonConfig.parse("ottersd.yaml", text.replace("\\n", "\n")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theKeysAreTheDocumentedOnes() throws IOException {
    Path page = Path.of(System.getProperty("otters.root"), "docs/agents.md");
    List<String> documented =
        Files.readAllLines(page).stream()
            .dropWhile(line -> !line.startsWith("| `ottersd.yaml` |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> line.substring(line.indexOf(96) + 1, line.indexOf(96, 3)))
            .toList();

    assertThat(documented).isEqualTo(DaemonConfig.KEYS);
  }
}
