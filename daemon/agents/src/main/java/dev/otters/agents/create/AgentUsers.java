package dev.otters.agents.create;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.SandboxUser;
import dev.otters.home.ProcessUser;
import dev.otters.home.ReservedIds;
import dev.otters.home.UidRange;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Chooses the user that an agent runs as. Under root each agent has a user id of its own, since the
 * kernel counts some limits per user; otherwise all agents run as the daemon's user.
 *
 * <p>An id that an agent has left is used again last, so that a new agent does not own what the old
 * one left behind.
 *
 * @param daemon the user that the daemon runs as
 * @param range the ids for the agents of root's daemon
 * @param lent the ids of running tools, which no agent gets meanwhile
 */
public record AgentUsers(ProcessUser daemon, UidRange range, Set<Integer> lent) {
  private static final Path ETC = Path.of("/etc");
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");

  /** Tools get the last ids, so that the search for an agent's does not meet them. */
  private static final int LENT_FIRST = 1024;

  /** The id that stands for all ids without a meaning in a sandbox. */
  private static final int OVERFLOW = 65_534;

  /** Creates a choice with no running tools. */
  public AgentUsers(ProcessUser daemon, UidRange range) {
    this(daemon, range, ConcurrentHashMap.newKeySet());
  }

  /**
   * Parses a user of the form {@code UID} or {@code UID:GID}. The group is the user's number by
   * default.
   *
   * @throws ApiException when the text is not of this form
   */
  static SandboxUser parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (matcher.matches()) {
      long uid = Long.parseLong(matcher.group(1));
      long gid = matcher.group(2) == null ? uid : Long.parseLong(matcher.group(2));
      if (Math.max(uid, gid) < Integer.MAX_VALUE) {
        return new SandboxUser((int) uid, (int) gid);
      }
    }
    throw ApiException.of(
        ErrorCode.INVALID_REQUEST,
        "'" + text + "' is not a valid user",
        "Use numbers: --user UID or --user UID:GID.");
  }

  /**
   * Returns the user of a new agent.
   *
   * @param named the operator's choice
   * @param last the uid that was chosen last, after which the search begins
   * @throws ApiException when the operator's choice is not allowed, or no uid is free
   */
  SandboxUser choose(Optional<SandboxUser> named, List<Agent> agents, int last) {
    if (named.isEmpty()) {
      return choose(agents, last);
    }
    check(named.get());
    return named.get();
  }

  /**
   * Returns the user of a tool that runs in a sandbox of its own. No agent has it until it is given
   * back.
   *
   * @param named the operator's choice
   * @param agents reads the agents
   * @throws ApiException when the operator's choice is not allowed, or no uid is free
   */
  SandboxUser lend(Optional<SandboxUser> named, Supplier<List<Agent>> agents) {
    synchronized (lent) {
      SandboxUser user = choose(named, agents.get(), range.last() - LENT_FIRST);
      lent.add(user.uid());
      return user;
    }
  }

  /** Runs a task that chooses the user of an agent and stores it, while no tool gets a user. */
  public <T> T alone(Supplier<T> task) {
    synchronized (lent) {
      return task.get();
    }
  }

  /** Takes a user back, whose tool has ended. */
  void giveBack(SandboxUser user) {
    lent.remove(user.uid());
  }

  /**
   * Returns the user of another sandbox of an agent: the one that the operator chose for the agent,
   * or a new one.
   */
  public SandboxUser chooseFor(Agent agent, List<Agent> agents, int last) {
    return choosesFor(agent) ? choose(agents, last) : agent.user();
  }

  /** Returns whether the daemon chose the user of an agent, and not the operator. */
  public boolean choosesFor(Agent agent) {
    int uid = agent.user().uid();
    return !daemon.isRoot() || (range.first() <= uid && uid <= range.last());
  }

  private void check(SandboxUser user) {
    if (!daemon.isRoot() && !user.equals(new SandboxUser(daemon.uid(), daemon.gid()))) {
      throw ApiException.of(
          ErrorCode.EXECUTOR_UNSUPPORTED,
          "the daemon runs as %d:%d, and cannot run an agent as %s"
              .formatted(daemon.uid(), daemon.gid(), user),
          "Leave out --user, or run the daemon as root.");
    }
    for (int id : List.of(user.uid(), user.gid())) {
      if (id == 0 || id == OVERFLOW) {
        throw refused(user, id == 0 ? "0 is root" : id + " stands for unknown owners");
      }
      if (range.first() <= id && id <= range.last()) {
        throw refused(user, id + " is in uid-range, from which the daemon chooses");
      }
    }
  }

  private static ApiException refused(SandboxUser user, String why) {
    return ApiException.of(
        ErrorCode.INVALID_REQUEST,
        "an agent cannot run as " + user + ": " + why,
        "Name the owner of the files that the agent works on.");
  }

  private SandboxUser choose(List<Agent> agents, int last) {
    if (!daemon.isRoot()) {
      return new SandboxUser(daemon.uid(), daemon.gid());
    }
    Set<Integer> taken = new HashSet<>(AgentRows.users(agents));
    taken.addAll(lent);
    int uid = range.free(taken, ReservedIds.read(ETC), last).orElseThrow(this::exhausted);
    return new SandboxUser(uid, uid);
  }

  private ApiException exhausted() {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "every user id from " + range.first() + " to " + range.last() + " has an agent",
        "Remove agents, or widen uid-range in ottersd.yaml.");
  }
}
