package dev.otters.agents.wire;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.executor.Network;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.PrivateFiles;
import dev.otters.home.SocketFolders;
import dev.otters.home.store.Database;
import dev.otters.home.token.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** Manages the folders in which agents find their sockets and first tokens. */
public final class RuntimeSockets implements RuntimeLinks {
  private static final String TOKEN = "token";

  private final WireServer wire;
  private final EgressServer egress;
  private final ModelSockets models;
  private final Tokens tokens;
  private final Database database;
  private final SocketFolders folders;

  /**
   * Creates the sockets of a home.
   *
   * @param wire serves the sockets
   * @param egress serves the sockets of the proxy
   * @param models serves the sockets of programs that ask models
   * @param tokens issues the tokens
   * @param database holds the tokens
   * @param folders locates the sockets
   */
  public RuntimeSockets(
      WireServer wire,
      EgressServer egress,
      ModelSockets models,
      Tokens tokens,
      Database database,
      SocketFolders folders) {
    this.wire = wire;
    this.egress = egress;
    this.models = models;
    this.tokens = tokens;
    this.database = database;
    this.folders = folders;
  }

  @Override
  public Path folder(UUID agent) {
    return folders.agentFolder(agent);
  }

  @Override
  public void issueToken(Agent agent) {
    Path folder = folders.agentFolder(agent.id());
    try {
      PrivateFiles.createFolder(folder);
      Path token = folder.resolve(TOKEN);
      PrivateFiles.write(token, tokens.forNewSandbox(agent.id()) + "\n");
      PrivateFiles.give(token, agent.user().uid(), agent.user().gid());
      PrivateFiles.give(folder, agent.user().uid(), agent.user().gid());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the socket folder " + folder, e);
    }
  }

  @Override
  public void tokenRead(UUID agent) {
    Path token = folders.agentFolder(agent).resolve(TOKEN);
    try {
      Files.deleteIfExists(token);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + token, e);
    }
  }

  @Override
  public void revoke(UUID agent) {
    Path folder = folders.agentFolder(agent);
    database.update(tx -> tokens.revoke(tx, agent));
    try {
      if (Files.exists(folder)) {
        TreeRemover.remove(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }

  @Override
  public void open(Agent agent) {
    Path folder = folders.agentFolder(agent.id());
    try {
      wire.open(agent.id(), folder, agent.user().uid(), agent.user().gid());
      if (agent.spec().network() == Network.EGRESS) {
        EgressAgent client =
            new EgressAgent(
                agent.agent(), "otters update " + agent.agentName(), agent.spec().reach());
        egress.open(agent.id(), client, folder, agent.user().uid(), agent.user().gid());
      }
      models.open(agent, folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen in " + folder, e);
    }
  }

  @Override
  public void close(UUID agent) {
    wire.close(agent);
    egress.close(agent);
    models.close(agent);
  }

  @Override
  public boolean askToStop(UUID agent, Duration grace) {
    return wire.stop(agent, grace);
  }
}
