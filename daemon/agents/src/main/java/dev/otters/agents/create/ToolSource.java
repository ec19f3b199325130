package dev.otters.agents.create;

import dev.otters.agentfile.Bin;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.Loaders;
import dev.otters.agents.image.PullPolicy;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Tool;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.bin.BinImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds the images of the tools of an agent.
 *
 * @param images finds them as the agent's image is found
 */
record ToolSource(ImageSource images, PullPolicy pull, Progress progress) {
  /**
   * Returns the tools of an image.
   *
   * @param spec the definition of the agent, with its mounts and its runtime
   */
  List<Tool> tools(AgentImage image, ExecutorKind executor, AgentSpec spec) {
    return image.agentfile().inForce(Bin.class).stream()
        .map(bin -> tool(bin, executor, spec))
        .toList();
  }

  private Tool tool(Bin bin, ExecutorKind executor, AgentSpec spec) {
    BinImage image = images.bin(bin.image().toString(), pull, progress);
    Loaders.check(bin.name(), image, path -> isInSandbox(path, executor, spec));
    return new Tool(
        bin.name(),
        new ImagePin(bin.image().toString(), image.digest()),
        image.path(),
        image.name(),
        bin.description().isEmpty() ? image.description() : bin.description());
  }

  /**
   * Returns whether tools of the agent find a file on the machine, in a mount, or in the runtime.
   */
  private boolean isInSandbox(String path, ExecutorKind executor, AgentSpec spec) {
    if (executor == ExecutorKind.UNSANDBOXED) {
      return Files.exists(Path.of(path));
    }
    return spec.mounts().stream().anyMatch(mount -> Path.of(path).startsWith(mount.target()))
        || images.loaders().filesOf(spec.runtime().digest()).test(path);
  }
}
