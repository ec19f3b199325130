package dev.otters.agents.create;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.Loaders;
import dev.otters.agents.rows.Placement;
import dev.otters.agents.rows.Tool;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.bin.BinRunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.HostRule;
import dev.otters.executor.ExecSink;
import dev.otters.executor.Execution;
import dev.otters.executor.ImagePin;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.SoleExecution;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.oci.Progress;
import dev.otters.oci.bin.BinImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs tools, each in a sandbox of its own with a user of its own. Safe for use by any thread.
 *
 * @param steps the parts that create agents
 * @param proxies the ways to the hosts that the operator allows
 */
public record ToolRuns(CreateSteps steps, RunProxies proxies) {
  private static final Duration USUAL_TIMEOUT = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofDays(7);

  /**
   * Starts a tool.
   *
   * @param credentials the operator's credentials for the registry of the tool
   * @param sink receives the output
   * @return the running tool, which the caller closes; its sandbox and its files are gone after its
   *     end
   * @throws ApiException when the request is not valid or the tool does not exist
   */
  public Execution run(BinRunRequest request, List<HostCredentials> credentials, ExecSink sink) {
    RunOptions options = RunOptions.of(options(request));
    Duration timeout = timeout(request);
    Placement placement = steps.choices().placements().choose(options);
    ImageSource images = steps.images().as(credentials);
    ImagePin runtime = images.runtime(Optional.empty(), options.pull(), Progress.NONE);
    UUID id = UUID.randomUUID();
    SandboxUser user = steps.choices().users().lend(options.user(), steps.rows()::all);
    try {
      List<CheckedMount> mounts =
          steps.mounts().check(options.mounts(), user, options.allowSensitive());
      Tool tool = tool(images, options, runtime, mounts);
      Path root = steps.roots().createRun(id, user, List.of(tool));
      List<String> command = new ArrayList<>(List.of(tool.program()));
      command.addAll(request.args());
      SandboxSpec sandbox =
          new SandboxSpec(
              new SandboxKey(id, id, SandboxKey.Purpose.TOOL),
              tool.file(),
              root,
              Optional.empty(),
              runtime,
              new SandboxTools(List.of(tool.mount()), placement.binMounts()),
              mounts.stream()
                  .map(m -> new OperatorMount(m.source(), m.target(), m.readOnly()))
                  .toList(),
              user,
              options.limits(),
              options.reach().network(),
              command,
              options.labels());
      EgressAgent rules =
          new EgressAgent(
              id, "otters bin run", options.reach().hosts().stream().map(HostRule::parse).toList());
      return start(
          placement, new RunSpec(proxies.open(sandbox, rules), options.env(), timeout), sink);
    } catch (RuntimeException e) {
      release(id, user);
      throw e;
    }
  }

  private Execution start(Placement placement, RunSpec spec, ExecSink sink) {
    SandboxSpec sandbox = spec.sandbox();
    Execution program =
        steps
            .choices()
            .placements()
            .executors()
            .of(placement.executor())
            .runOnce(spec, Progress.NONE, sink);
    return SoleExecution.follow(program, () -> release(sandbox.key().id(), sandbox.user()));
  }

  private void release(UUID id, SandboxUser user) {
    proxies.close(id);
    steps.roots().removeRun(id);
    steps.choices().users().giveBack(user);
  }

  private static Tool tool(
      ImageSource images, RunOptions options, ImagePin runtime, List<CheckedMount> mounts) {
    BinImage image = images.bin(options.ref(), options.pull(), Progress.NONE);
    Loaders.check(
        image.name(),
        image,
        path ->
            mounts.stream().anyMatch(mount -> Path.of(path).startsWith(mount.target()))
                || images.loaders().filesOf(runtime.digest()).test(path));
    return new Tool(
        image.name(),
        new ImagePin(options.ref(), image.digest()),
        image.path(),
        image.name(),
        image.description());
  }

  private static Duration timeout(BinRunRequest request) {
    Long seconds = request.timeoutSeconds();
    if (seconds == null) {
      return USUAL_TIMEOUT;
    }
    if (seconds < 1 || seconds > LONGEST.toSeconds()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the timeout is " + seconds + " s, but must be 1 s to 7 days",
          "Use, for example, --timeout 10m.");
    }
    return Duration.ofSeconds(seconds);
  }

  private static RunRequest options(BinRunRequest request) {
    RunRequest plain = RunRequest.of(request.ref());
    return new RunRequest(
        plain.ref(),
        null,
        null,
        request.env(),
        request.mounts(),
        request.limits(),
        request.sandbox(),
        request.pull(),
        plain.labels(),
        null,
        plain.config(),
        null,
        false,
        plain.repos());
  }
}
