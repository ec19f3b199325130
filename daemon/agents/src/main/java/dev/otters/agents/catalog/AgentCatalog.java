package dev.otters.agents.catalog;

import dev.otters.agentfile.Vault;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.session.SessionRemovals;
import dev.otters.agents.setup.AgentPaths;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.home.store.Tx;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.AgentSetup;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.catalog.CatalogFile;
import dev.otters.sessions.catalog.CatalogFolder;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/** The catalogs of agents' sessions. Thread-safe. */
public final class AgentCatalog implements CatalogFolder {
  /** The limit on the agents whose files are kept in memory. */
  private static final int MOST_KNOWN = 256;

  private final AgentRows rows;
  private final ImageSource images;
  private final AgentSetups setups;
  private final Writeback writeback;
  private final Attachments attachments;
  private final CatalogDisk disk;
  private final SessionRemovals removals;

  /** The files that were made last, since each turn writes its agent's. */
  private final SequencedMap<UUID, Known> known = new LinkedHashMap<>(16, 0.75f, true);

  /** The files and vaults of an agent, which change only with its definition. */
  private record Known(AgentSpec spec, List<Vault> vaults, List<CatalogFile> files) {}

  /** Creates the catalogs of a home. */
  public AgentCatalog(
      AgentRows rows,
      Attachments attachments,
      AgentSetups setups,
      Writeback writeback,
      SessionRemovals removals,
      CatalogDisk disk) {
    this.rows = rows;
    this.images = attachments.images();
    this.setups = setups;
    this.writeback = writeback;
    this.removals = removals;
    this.attachments = attachments;
    this.disk = disk;
  }

  /** Leaves out the files about an agent whose image cannot be read: the earlier ones stay. */
  @Override
  public List<CatalogFile> setup(UUID agent, SessionId session) {
    removals.settle(agent, session.value());
    Optional<Agent> row = rows.find(rows.sandbox(agent, session.value()));
    if (row.isEmpty()) {
      return List.of();
    }
    List<CatalogFile> files = new ArrayList<>();
    AgentPaths paths = setups.roots().paths(row.get());
    find(row.get(), paths)
        .ifPresent(
            it -> {
              files.addAll(it.files());
              files.addAll(
                  SessionFiles.resources(
                      agent,
                      session.value(),
                      attachments.of(row.get(), row.get().id(), session.value(), it.vaults())));
            });
    files.add(SessionFiles.staged(writeback, new Writeback.Place(agent, session.value())));
    return files;
  }

  @Override
  public void write(UUID agent, SessionId session, List<CatalogFile> files) throws IOException {
    disk.write(rows.sandbox(agent, session.value()), AgentPaths.folder(session.value()), files);
  }

  @Override
  public void remove(Tx tx, UUID agent, SessionId session, boolean working) {
    // The own sandbox of a session goes as a whole. It may have files in the shared one from
    // before.
    removals.add(tx, agent, session.value(), working);
  }

  private Optional<Known> find(Agent agent, AgentPaths paths) {
    Optional<Known> before = kept(agent.id()).filter(it -> it.spec().equals(agent.spec()));
    if (before.isPresent()) {
      return before;
    }
    try {
      AgentImage image = images.agent(agent.spec().image());
      Known made = make(agent, image, paths);
      keep(agent.id(), made);
      return Optional.of(made);
    } catch (OciException _) {
      return Optional.empty();
    }
  }

  private Known make(Agent agent, AgentImage image, AgentPaths paths) {
    AgentSetup setup = setups.of(agent, image);
    List<Vault> vaults = agent.spec().definition(image).inForce(Vault.class);
    return new Known(
        agent.spec(),
        vaults,
        List.of(
            SetupFiles.environment(agent, setup),
            SetupFiles.skills(setup, paths),
            SetupFiles.vaults(vaults)));
  }

  private synchronized Optional<Known> kept(UUID agent) {
    return Optional.ofNullable(known.get(agent));
  }

  private synchronized void keep(UUID agent, Known made) {
    known.put(agent, made);
    while (known.size() > MOST_KNOWN) {
      known.pollFirstEntry();
    }
  }
}
