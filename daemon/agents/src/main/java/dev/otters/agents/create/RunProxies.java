package dev.otters.agents.create;

import dev.otters.agents.image.ImageSource;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.PrivateFiles;
import dev.otters.home.SocketFolders;
import dev.otters.protocol.SandboxProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The proxies of tools that run in sandboxes of their own. The runtime relays there, too: it is the
 * first program of the sandbox and starts the tool. Thread-safe.
 */
public record RunProxies(EgressServer egress, SocketFolders folders, ImageSource images) {
  /**
   * Opens the proxy of a run.
   *
   * @param agent the rules; without any, the run gets no proxy
   * @return the sandbox with the proxy; {@link #close} closes that
   */
  SandboxSpec open(SandboxSpec run, EgressAgent agent) {
    if (agent.rules().isEmpty()) {
      return run;
    }
    UUID id = run.key().id();
    Path folder = folders.agentFolder(id);
    SandboxUser user = run.user();
    try {
      PrivateFiles.createFolder(folder);
      PrivateFiles.give(folder, user.uid(), user.gid());
      egress.open(id, agent, folder, user.uid(), user.gid());
    } catch (IOException e) {
      close(id);
      throw new UncheckedIOException("cannot listen in " + folder, e);
    }
    List<String> command = new ArrayList<>(images.entrypoint(run.runtime()));
    command.add(SandboxProxy.OPTION);
    command.addAll(run.command());
    return run.with(Optional.of(folder), command);
  }

  /**
   * Removes what the runs of a dead daemon left.
   *
   * @param agents the agents, whose folders stay
   */
  public static void sweep(SocketFolders folders, List<UUID> agents) {
    Set<Path> known = agents.stream().map(folders::agentFolder).collect(Collectors.toSet());
    try (Stream<Path> all = Files.list(folders.agentFolders())) {
      for (Path folder : all.filter(it -> !known.contains(it)).toList()) {
        if (String.valueOf(folder.getFileName()).matches("[0-9a-f]{12}")) {
          TreeRemover.remove(folder);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clean up " + folders.agentFolders(), e);
    }
  }

  /** Closes the proxy of a run, if it has one. */
  void close(UUID run) {
    egress.close(run);
    Path folder = folders.agentFolder(run);
    try {
      if (Files.exists(folder)) {
        TreeRemover.remove(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
