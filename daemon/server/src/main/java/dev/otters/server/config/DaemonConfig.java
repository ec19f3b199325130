package dev.otters.server.config;

import dev.otters.agentfile.ModelName;
import dev.otters.agents.AgentSettings;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.ExecutorSetting;
import dev.otters.executor.BinMounts;
import dev.otters.home.HomeErrors;
import dev.otters.home.UidRange;
import dev.otters.home.text.WrittenFile;
import dev.otters.sessions.budget.Amount;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.trace.TracePolicy;
import dev.otters.sessions.trace.TraceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings of {@code ottersd.yaml}. For example:
 *
 * <pre>{@code
 * executor: docker
 * bin-mounts: auto
 * port: 7117
 * heap: 512m
 * uid-range: 200000-265535
 * max-starts: 4
 * readiness-timeout: 60s
 * runtime-aliases: ["ghcr.io/openotters/runtime"]
 * default-model: local/qwen2.5-coder-1.5b
 * local-idle: 5m
 * insecure-registries: ["registry.lan:5000"]
 * registry-ca: /etc/ssl/registry-ca.pem
 * min-free: 1g
 * egress-limit: 20g
 * trace: redacted
 * trace-limit: 1g
 * trace-days: 30
 * budget-day-tokens: 20000000
 * budget-day-cost: 25
 * prompt-yes: ["ops/kubectl"]
 * session-retention: 90d
 * }</pre>
 *
 * @param executor the default executor; empty means the first usable one
 * @param binMounts the default way of tools into sandboxes
 * @param port the port on 127.0.0.1; 0 means any free one
 * @param heap the largest size of the daemon's heap, for its launcher; empty means the default
 * @param uids the users of agents, if the daemon runs as root
 * @param maxStarts how many agents may start at once
 * @param readinessTimeout how long a runtime may take until it is ready
 * @param runtimeAliases repositories of foreign runtimes that are replaced by ours
 * @param defaultModel the MODEL of images that name none
 * @param localIdle the time that an unused local model stays in memory
 * @param insecureRegistries hosts, as references name them, that may use plain HTTP; loopback
 *     always may
 * @param registryCa the certificates that are trusted for every registry
 * @param minFree the bytes that stay free on the disk of the home; empty means the default
 * @param egressLimit the bytes that each agent may send and receive in a day of UTC
 * @param traces what is stored of requests to models
 * @param budget the limits of all agents for a day
 * @param promptYes the gated tools, as {@code AGENT/TOOL}, whose calls {@code otters prompt --yes}
 *     allows
 * @param sessionRetention how long sessions without work are kept; empty means without end
 */
public record DaemonConfig(
    Optional<ExecutorKind> executor,
    BinMounts binMounts,
    int port,
    Optional<String> heap,
    UidRange uids,
    int maxStarts,
    Duration readinessTimeout,
    List<String> runtimeAliases,
    Optional<String> defaultModel,
    Duration localIdle,
    List<String> insecureRegistries,
    Optional<Path> registryCa,
    OptionalLong minFree,
    long egressLimit,
    TraceSettings traces,
    Amount budget,
    Set<String> promptYes,
    Optional<Duration> sessionRetention) {
  static final List<String> KEYS =
      List.of(
          "executor",
          "bin-mounts",
          "port",
          "heap",
          "uid-range",
          "max-starts",
          "readiness-timeout",
          "runtime-aliases",
          "default-model",
          "local-idle",
          "insecure-registries",
          "registry-ca",
          "min-free",
          "egress-limit",
          "trace",
          "trace-limit",
          "trace-days",
          "budget-day-tokens",
          "budget-day-cost",
          "prompt-yes",
          "session-retention");
  private static final String SIZES = "a size of at least 1m, such as 512m or 2g";
  private static final int MOST_DAYS = 3650;
  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})(ms|s|m)");

  /** Accepts what the launcher accepts. */
  private static final Pattern HEAP =
      Pattern.compile("(6[4-9]|[7-9]\\d|[1-9]\\d{2,4})[mM]|[1-9]\\d{0,2}[gG]");

  private static final Pattern TOOL_OF_AGENT = Pattern.compile("[^/\\s]+/[^/\\s]+");

  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,4})([mMgG])");

  /** Returns the settings that concern agents. */
  public AgentSettings agents() {
    return new AgentSettings(binMounts, maxStarts, readinessTimeout);
  }

  /** Returns the default settings. */
  public static DaemonConfig defaults() {
    return parse("ottersd.yaml", "");
  }

  /**
   * Reads a configuration file.
   *
   * @param file the file; a missing one means the defaults
   * @return the configuration
   * @throws dev.otters.api.ApiException when the file cannot be read or is wrong; the message names
   *     the line
   */
  public static DaemonConfig read(Path file) {
    try {
      return Files.exists(file) ? parse(file.toString(), WrittenFile.read(file)) : defaults();
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot read " + file + ": " + e.getMessage(), "Make it readable, or remove it.", e);
    }
  }

  static DaemonConfig parse(String file, String text) {
    YamlMapping yaml = YamlMapping.parse(file, text, KEYS);
    return new DaemonConfig(
        yaml.scalar("executor", "docker or system", ExecutorSetting::kind),
        yaml.scalar("bin-mounts", "auto, image or bind", BinMounts::of)
            .orElse(AgentSettings.DEFAULTS.binMounts()),
        yaml.scalar("port", "a number from 0 to 65535", value -> number(value, 0, 65_535))
            .orElse(0),
        yaml.scalar("heap", "a size of at least 64m, such as 512m or 2g", DaemonConfig::heap),
        yaml.scalar(
                "uid-range", "two numbers of at least 1000, such as 200000-265535", UidRange::parse)
            .orElse(UidRange.DEFAULT),
        yaml.scalar("max-starts", "a number from 1 to 100", value -> number(value, 1, 100))
            .orElse(AgentSettings.DEFAULTS.maxStarts()),
        yaml.scalar("readiness-timeout", "a duration such as 60s or 2m", DaemonConfig::duration)
            .orElse(AgentSettings.DEFAULTS.readinessTimeout()),
        yaml.texts("runtime-aliases").orElse(List.of("ghcr.io/openotters/runtime")),
        yaml.scalar("default-model", "of the form provider/model", DaemonConfig::modelName),
        yaml.scalar("local-idle", "a duration such as 30s or 5m", DaemonConfig::duration)
            .orElse(Duration.ofMinutes(5)),
        yaml.texts("insecure-registries").orElse(List.of()),
        yaml.scalar("registry-ca", "the absolute path of a file", DaemonConfig::absolute),
        minFree(yaml),
        yaml.scalar("egress-limit", SIZES, DaemonConfig::size).orElse(20L << 30),
        traces(yaml),
        new Amount(limit(yaml, Unit.TOKENS), limit(yaml, Unit.COST)),
        Set.copyOf(
            yaml.list("prompt-yes", "of the form AGENT/TOOL", DaemonConfig::toolOfAgent)
                .orElse(List.of())),
        yaml.scalar(
            "session-retention",
            "a number of days from 1d to " + MOST_DAYS + "d, such as 90d",
            DaemonConfig::days));
  }

  private static OptionalLong minFree(YamlMapping yaml) {
    return yaml.scalar("min-free", SIZES, DaemonConfig::size)
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  private static TraceSettings traces(YamlMapping yaml) {
    return new TraceSettings(
        yaml.scalar(
            "trace",
            "full, redacted, sizes or off",
            value -> TracePolicy.named(value).orElseThrow(IllegalArgumentException::new)),
        yaml.scalar("trace-limit", SIZES, DaemonConfig::size)
            .orElse(TraceSettings.DEFAULTS.bytes()),
        yaml.scalar(
                "trace-days",
                "a number from 1 to " + MOST_DAYS,
                value -> Duration.ofDays(number(value, 1, MOST_DAYS)))
            .orElse(TraceSettings.DEFAULTS.age()));
  }

  private static long size(String value) {
    Matcher matcher = SIZE.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(value);
    }
    boolean giga = matcher.group(2).equalsIgnoreCase("g");
    return Long.parseLong(matcher.group(1)) << (giga ? 30 : 20);
  }

  private static long limit(YamlMapping yaml, Unit unit) {
    return yaml.scalar("budget-day-" + unit, unit.expected(), unit::read).orElse(Amount.UNLIMITED);
  }

  private static String heap(String value) {
    if (!HEAP.matcher(value).matches()) {
      throw new IllegalArgumentException(value);
    }
    return value;
  }

  private static String modelName(String value) {
    if (ModelName.complaintAbout(value).isPresent()) {
      throw new IllegalArgumentException(value);
    }
    return value;
  }

  private static String toolOfAgent(String value) {
    if (!TOOL_OF_AGENT.matcher(value).matches()) {
      throw new IllegalArgumentException(value);
    }
    return value;
  }

  private static Path absolute(String value) {
    Path path = Path.of(value);
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException(value);
    }
    return path;
  }

  private static int number(String value, int least, int most) {
    int number = Integer.parseInt(value);
    if (number < least || number > most) {
      throw new IllegalArgumentException(value);
    }
    return number;
  }

  private static Duration days(String value) {
    if (!value.endsWith("d")) {
      throw new IllegalArgumentException(value);
    }
    return Duration.ofDays(number(value.substring(0, value.length() - 1), 1, MOST_DAYS));
  }

  private static Duration duration(String value) {
    Matcher matcher = DURATION.matcher(value);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(value);
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }
}
