package dev.otters.cli.commands.agent;

import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.RequestedSandbox;
import dev.otters.api.agent.RunRequest;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.image.ImageBuilder;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.local.KeyValues;
import dev.otters.cli.local.MountOption;
import dev.otters.cli.local.OptionValues;
import dev.otters.cli.local.RepoOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The options of {@code run}. */
final class RunOptions {
  /** Grants what the labels of an image ask for. */
  static final String ALLOW = "allow";

  static final Option ENV =
      Option.many(
          "KEY=VALUE",
          "Environment variable; KEY alone takes the value from your environment",
          "-e",
          "--env");

  static final Option ENV_FILE =
      Option.many("FILE", "File with environment variables, one KEY=VALUE per line", "--env-file");

  static final Option MOUNT =
      Option.many(
          "MOUNT",
          "HOST:TARGET[:DESCRIPTION][:ro|rw], or type=bind,source=…,target=…",
          "-v",
          "--mount");

  static final Option REPO =
      Option.many(
          "REPO",
          "Git repository to clone: name=NAME,url=URL[,ref=REF][,vault=VAULT][,user=USER][,rw]",
          "--repo");

  static final Option BUDGET =
      Option.many(
          "BUDGET=LIMIT",
          "Budget of a session, agent or day, such as session-tokens=20000 or day-cost=2.50",
          "--budget");

  static final Option CONFIG =
      Option.many("KEY=VALUE", "CONFIG value, written as in an Agentfile", "--config");

  static final Option ASK =
      Option.many("BIN", "Tool whose calls you must allow, one by one", "--ask");

  static final Option GRANT =
      Option.many(
          "NAMESPACE", "Namespace that new sessions may reach, such as app/user/u_123", "--grant");

  static final Option MODEL_ENDPOINT =
      Option.flag(
          "Let programs of the agent ask its model, without a key (CONFIG model-endpoint=on)",
          "--model-endpoint");

  static final Option MEMORY = Option.one("BYTES", "Memory limit, such as 512m", "--memory");

  static final Option CPUS = Option.one("NUMBER", "CPU limit, such as 1.5", "--cpus");

  static final Option PIDS = Option.one("NUMBER", "Limit of processes and threads", "--pids");

  static final Option SHM = Option.one("BYTES", "Size of /dev/shm", "--shm-size");

  static final Option RESTART =
      Option.one(
          "POLICY",
          "Restart policy: no, on-failure[:COUNT], unless-stopped or always",
          "--restart");

  static final Option SENSITIVE =
      Option.flag("Allow mounts of sensitive folders such as ~/.ssh", "--allow-sensitive");

  static final Option NETWORK =
      Option.one("NETWORK", "Network: egress, none or bridge (default egress)", "--network");

  static final Option ALLOW_HOST =
      Option.many(
          "HOST[:PORT]",
          "Host that the agent may reach: a name, *.DOMAIN or an address",
          "--allow-host");

  static final Option PULL =
      Option.one(
          "WHEN", "When to pull images: always, missing or never (default missing)", "--pull");

  static final Option EXECUTOR =
      Option.one(
          "EXECUTOR", "Executor: docker or system (default: see 'otters info')", "--executor");

  static final Option USER =
      Option.one("UID[:GID]", "User of the sandbox; GID is UID by default", "-u", "--user");

  static final Option[] ALL = {
    Option.one(
        "NAME",
        "Name of the agent (default the image's name, with a number if it is taken)",
        "--name"),
    Option.one("PROVIDER/MODEL", "Model to use (default the image's)", "--model"),
    ENV,
    ENV_FILE,
    MOUNT,
    REPO,
    Option.many("KEY=VALUE", "Label of the agent", "--label"),
    CONFIG,
    BUDGET,
    ASK,
    GRANT,
    SessionCommands.CONTEXT_ID,
    MODEL_ENDPOINT,
    Option.flag(
        "Grant the limits (memory, cpus, pids) and hosts that the image's labels ask for",
        "--allow-declared"),
    NETWORK,
    ALLOW_HOST,
    MEMORY,
    CPUS,
    PIDS,
    SHM,
    PULL,
    EXECUTOR,
    Option.flag(
        "With --executor system: run without a sandbox, as an ordinary process", "--unsandboxed"),
    Option.one(
        "HOW", "How to mount tools: auto, image or bind (default the daemon's)", "--bin-mounts"),
    USER,
    RESTART,
    Option.flag("Remove the agent, its sessions and its workspace when it stops", "--rm"),
    Option.flag(
        "First remove the agent of the same name, with its sessions and its workspace",
        "--replace"),
    Option.flag("Print only the id", "-d", "--detach"),
    Option.flag("Print only the id, and no progress", "-q", "--quiet"),
    SENSITIVE,
    ImageBuilder.BUILD_ARG,
    ImageBuilder.FILE,
    ImageBuilder.TAG,
    Invocation.OUTPUT
  };

  private RunOptions() {}

  /** Reads all options except those of the build. */
  static RunRequest request(Invocation invocation) {
    Arguments given = invocation.arguments();
    return new RunRequest(
        given.first(),
        given.one("--name").orElse(null),
        given.one("--model").orElse(null),
        environment(invocation),
        mounts(invocation),
        limits(given),
        sandbox(given),
        pull(given),
        KeyValues.labels(given.many("--label")),
        given.has("--rm") ? removal(given) : restart(given),
        configs(given),
        given.has("--allow-declared") ? ALLOW : null,
        given.has("--replace"),
        given.many("--repo").stream().map(RepoOption::parse).toList());
  }

  /** Reads CONFIG values, and the options that are short for some of them. */
  static Map<String, String> configs(Arguments given) {
    Map<String, String> configs = KeyValues.configs(given.many("--config"), given.many("--budget"));
    if (!given.many("--ask").isEmpty()) {
      configs.put("ask-also", String.join(",", given.many("--ask")));
    }
    if (!given.many("--grant").isEmpty()) {
      configs.put("grants", String.join(",", given.many("--grant")));
    }
    if (!given.many("--context-id").isEmpty()) {
      configs.put("context-ids", String.join(",", given.many("--context-id")));
    }
    if (given.has("--model-endpoint")) {
      String other = configs.put("model-endpoint", "on");
      if (other != null && !other.equals("on")) {
        throw UsageException.of(
            "--model-endpoint and --config model-endpoint=" + other + " exclude each other",
            "Leave out one of them.");
      }
    }
    return configs;
  }

  /** Reads the variables of the environment. */
  static Map<String, String> environment(Invocation invocation) {
    Arguments given = invocation.arguments();
    List<Path> files = given.many("--env-file").stream().map(invocation.places()::resolve).toList();
    return new KeyValues(invocation.environment().variables())
        .environment(files, given.many("--env"));
  }

  /** Reads the mounts. */
  static List<MountRequest> mounts(Invocation invocation) {
    MountOption mounts = new MountOption(invocation.places());
    return invocation.arguments().many("--mount").stream().map(mounts::parse).toList();
  }

  private static String removal(Arguments given) {
    if (given.has("--restart")) {
      throw UsageException.of("--rm and --restart exclude each other", "Leave out one of them.");
    }
    return "remove";
  }

  /** Reads the restart policy; null for none. */
  static @Nullable String restart(Arguments given) {
    return given.one("--restart").map(OptionValues::restart).orElse(null);
  }

  /** Reads the limits. */
  static RequestedLimits limits(Arguments given) {
    return new RequestedLimits(
        given.one("--memory").map(m -> OptionValues.bytes("--memory", m)).orElse(null),
        given.one("--cpus").map(OptionValues::cpus).orElse(null),
        given.one("--pids").map(n -> OptionValues.count("--pids", n, 1)).orElse(null),
        given.one("--shm-size").map(m -> OptionValues.bytes("--shm-size", m)).orElse(null));
  }

  /** Reads the pull policy; null for none. */
  static @Nullable String pull(Arguments given) {
    return word(given, "--pull", "always", "missing", "never");
  }

  /** Reads the options of the sandbox. */
  static RequestedSandbox sandbox(Arguments given) {
    return new RequestedSandbox(
        word(given, "--network", "egress", "none", "bridge"),
        executor(given),
        given.has("--unsandboxed"),
        word(given, "--bin-mounts", "auto", "image", "bind"),
        given.has("--allow-sensitive"),
        given.one("--user").orElse(null),
        given.many("--allow-host"));
  }

  private static @Nullable String word(Arguments given, String option, String... allowed) {
    return given.one(option).map(value -> OptionValues.word(option, value, allowed)).orElse(null);
  }

  private static @Nullable String executor(Arguments given) {
    Optional<String> named =
        given.one("--executor").map(e -> OptionValues.word("--executor", e, "docker", "system"));
    if (given.has("--unsandboxed") && !named.equals(Optional.of("system"))) {
      throw UsageException.of(
          "option '--unsandboxed' needs '--executor system'",
          "Add --executor system to run the agent as a plain process with the daemon's rights.");
    }
    return named.orElse(null);
  }
}
