package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.agents.wire.RuntimeSockets;
import dev.otters.agents.wire.WireServer;
import dev.otters.home.ProcessUser;
import dev.otters.home.SocketFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** Serves the sockets to the tests' own user: their runtimes are no other processes. */
record OwnUserLinks(RuntimeSockets links, WireServer wire, SocketFolders folders)
    implements RuntimeLinks {
  @Override
  public Path folder(UUID agent) {
    return links.folder(agent);
  }

  @Override
  public void issueToken(Agent agent) {
    links.issueToken(agent);
  }

  @Override
  public void tokenRead(UUID agent) {
    links.tokenRead(agent);
  }

  @Override
  public void revoke(UUID agent) {
    links.revoke(agent);
  }

  @Override
  public void open(Agent agent) {
    ProcessUser user = ProcessUser.current();
    try {
      wire.open(agent.id(), folders.agentFolder(agent.id()), user.uid(), user.gid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close(UUID agent) {
    links.close(agent);
  }

  @Override
  public boolean askToStop(UUID agent, Duration grace) {
    return links.askToStop(agent, grace);
  }
}
