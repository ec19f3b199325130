package dev.otters.executor.testkit;

import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.executor.SandboxUser;
import dev.otters.oci.Digest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Makes specifications, and copies of them with some parts changed. */
public final class Specs {
  private Specs() {}

  /** The parts of a specification that a copy may change. */
  public static final class Draft {
    public SandboxKey key;
    public String name;
    public SandboxTools tools;
    public List<OperatorMount> mounts;
    public Limits limits;
    public Network network;
    public Map<String, String> labels;
    private final Path root;
    private Optional<Path> socketFolder;
    private ImagePin runtime;
    private SandboxUser user;
    private List<String> command;

    private Draft(SandboxSpec spec) {
      key = spec.key();
      name = spec.name();
      root = spec.root();
      socketFolder = spec.socketFolder();
      runtime = spec.runtime();
      tools = spec.tools();
      mounts = spec.mounts();
      user = spec.user();
      limits = spec.limits();
      network = spec.network();
      command = spec.command();
      labels = spec.labels();
    }

    private SandboxSpec spec() {
      return new SandboxSpec(
          key,
          name,
          root,
          socketFolder,
          runtime,
          tools,
          mounts,
          user,
          limits,
          network,
          command,
          labels);
    }
  }

  /** Returns a copy of a specification with some parts changed. */
  public static SandboxSpec change(SandboxSpec spec, Consumer<Draft> change) {
    Draft draft = new Draft(spec);
    change.accept(draft);
    return draft.spec();
  }

  /** Returns a specification without tools, mounts, network and labels, with default limits. */
  public static SandboxSpec of(
      SandboxKey key, Path root, Path socketFolder, SandboxUser user, ImagePin image) {
    return new SandboxSpec(
        key,
        "test",
        root,
        Optional.of(socketFolder),
        image,
        SandboxTools.NONE,
        List.of(),
        user,
        Limits.DEFAULT,
        Network.NONE,
        List.of("/program"),
        Map.of());
  }

  /** Returns the specification of an agent with these folders that runs a command. */
  public static SandboxSpec of(
      SandboxKey key, AgentFolders folders, ImagePin runtime, List<String> command) {
    return withCommand(of(key, folders.root(), folders.socket(), folders.user(), runtime), command);
  }

  /** Returns a specification whose folders and image do not exist. */
  public static SandboxSpec example() {
    return of(
        SandboxKey.ofAgent(UUID.randomUUID()),
        Path.of("/nonexistent/root"),
        Path.of("/nonexistent/socket"),
        new SandboxUser(1000, 1001),
        new ImagePin("example", Digest.of(new byte[0])));
  }

  /** Returns a run of the sandbox's program with the key of a run. */
  public static RunSpec run(
      SandboxSpec spec, SandboxKey key, Map<String, String> environment, Duration timeout) {
    SandboxSpec own =
        change(
            spec,
            draft -> {
              draft.key = key;
              draft.socketFolder = Optional.empty();
            });
    return new RunSpec(own, environment, timeout);
  }

  /** Returns a copy with another runtime image. */
  public static SandboxSpec withRuntime(SandboxSpec spec, ImagePin runtime) {
    return change(spec, draft -> draft.runtime = runtime);
  }

  /** Returns a copy with other limits. */
  public static SandboxSpec withLimits(SandboxSpec spec, Limits limits) {
    return change(spec, draft -> draft.limits = limits);
  }

  /** Returns a copy with another network. */
  public static SandboxSpec withNetwork(SandboxSpec spec, Network network) {
    return change(spec, draft -> draft.network = network);
  }

  /** Returns a copy that runs as another user. */
  public static SandboxSpec withUser(SandboxSpec spec, SandboxUser user) {
    return change(spec, draft -> draft.user = user);
  }

  /** Returns a copy that runs another program. */
  public static SandboxSpec withCommand(SandboxSpec spec, List<String> command) {
    return change(spec, draft -> draft.command = command);
  }
}
