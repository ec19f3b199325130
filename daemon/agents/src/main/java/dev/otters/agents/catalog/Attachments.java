package dev.otters.agents.catalog;

import static dev.otters.resources.attachment.Attachment.Kind.AGENT_WORKSPACE_SUBSTRATE;
import static dev.otters.resources.attachment.Attachment.Kind.LEARNINGS_MEMORY_STORE;
import static dev.otters.resources.attachment.Attachment.Kind.LOCAL_FILE;
import static dev.otters.resources.attachment.Attachment.Kind.REPO_MOUNT;
import static dev.otters.resources.attachment.Attachment.Kind.SESSION_RUNTIME_MEMORY;
import static dev.otters.resources.attachment.Attachment.Kind.SESSION_WORKSPACE;
import static dev.otters.resources.attachment.Attachment.Kind.VAULT;

import dev.otters.agentfile.Vault;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.session.SessionArea;
import dev.otters.agents.setup.AgentPaths;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.repo.RepoList;
import dev.otters.api.repo.RepoView;
import dev.otters.home.Home;
import dev.otters.oci.OciException;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.substrate.Substrate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list of what a session of an agent sees: for the operator, the model and the catalog.
 *
 * @param repos returns the git repositories of an agent
 */
public record Attachments(Home home, ImageSource images, Function<UUID, RepoList> repos) {
  private static final Logger LOG = LoggerFactory.getLogger(Attachments.class);

  /**
   * Returns the attachments of a session: its folders, then mounts, repositories and vaults.
   *
   * @param sandbox the sandbox of the session
   */
  public List<Attachment> of(Agent agent, UUID sandbox, String session) {
    return of(agent, sandbox, session, vaults(agent));
  }

  /** Returns them for a model: without vaults if the agent's image cannot be read. */
  public List<Attachment> ofModel(Agent agent, UUID sandbox, String session) {
    try {
      return of(agent, sandbox, session);
    } catch (OciException e) {
      LOG.atWarn()
          .addKeyValue("agent", agent.id())
          .log("A session is not told of its vaults: {}", e.toString());
      return of(agent, sandbox, session, List.of());
    }
  }

  private List<Vault> vaults(Agent agent) {
    return agent.spec().definition(images.agent(agent.spec().image())).inForce(Vault.class);
  }

  List<Attachment> of(Agent agent, UUID sandbox, String session, List<Vault> vaults) {
    Path root = home.agentRoot(sandbox);
    Path shared = home.agentRoot(agent.agent());
    AgentPaths paths = AgentPaths.of(agent, root);
    String folder = AgentPaths.folder(session);
    List<Attachment> all = new ArrayList<>();
    all.add(
        Attachment.at(
            paths.of("/workspace"),
            SESSION_WORKSPACE,
            root.resolve("workspace").toString(),
            false,
            "The files of this session are in "
                + paths.of(SessionArea.TARGET + "/" + folder)
                + "."));
    all.add(
        Attachment.at(
            paths.of(Substrate.TARGET),
            AGENT_WORKSPACE_SUBSTRATE,
            shared.resolve(AgentRoots.SUBSTRATE).toString(),
            true,
            "Durable files that all sessions of this agent share."));
    all.add(
        Attachment.at(
            paths.of(Learnings.TARGET),
            LEARNINGS_MEMORY_STORE,
            shared.resolve(AgentRoots.LEARNINGS).toString(),
            true,
            "Lessons, corrections and errors that all sessions of this agent noted."));
    all.add(
        Attachment.at(
            paths.of("/runtime/" + folder),
            SESSION_RUNTIME_MEMORY,
            root.resolve("runtime").resolve(folder).toString(),
            false,
            "Scratch and long outputs of this session."));
    for (AgentMount mount : agent.spec().mounts()) {
      all.add(
          Attachment.at(
              paths.of(mount.target()),
              LOCAL_FILE,
              mount.source(),
              mount.readOnly(),
              mount.description()));
    }
    boolean own = !sandbox.equals(agent.agent());
    for (RepoView repo : repos.apply(agent.agent()).repos()) {
      if (own && repo.rw()) {
        continue;
      }
      all.add(
          Attachment.at(
              paths.of(repo.path()),
              REPO_MOUNT,
              repo.url(),
              !repo.rw(),
              repo.rw()
                  ? "A working copy of a git repository, of commit " + repo.commit() + " at first."
                  : "A git repository at commit " + repo.commit() + "."));
    }
    for (Vault vault : vaults) {
      all.add(vault(vault));
    }
    return all;
  }

  /** The value of a vault is in the environment of its tools, and nowhere in the sandbox. */
  private static Attachment vault(Vault vault) {
    String id = VAULT + ":" + vault.name();
    return new Attachment(id, VAULT, id, Optional.empty(), true, vault.description());
  }
}
