package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Journal.Kind;
import dev.otters.agents.wire.WireServer;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.store.WatchedCommits;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.wake.WakeTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** A daemon from its start to its death, as far as sessions need it. */
final class DaemonLife implements AutoCloseable {
  private static final List<String> GATED = List.of("deploy", "drop", "wait", "forget");

  /** Makes the model summarize all but the newest turns of a long session. */
  private static final Memory SUMMARIES = new Memory(true, 4, 0);

  private final World world;
  private final Reaper reaper;
  private final Path home;
  private final Database database;
  private final Sessions sessions;
  private final Tokens tokens;
  private final PlannedModel model;
  private final ModelGateway gateway;
  private final WireServer wire;
  private volatile boolean dead;
  private boolean counts;

  /** Decides at each moment whether something dies now. */
  @FunctionalInterface
  interface Reaper {
    /** Called under the monitor of the world. */
    void at(DaemonLife daemon, Moment moment);
  }

  /**
   * Starts a daemon with what an earlier one left.
   *
   * @param alive the agents whose runtimes live
   * @throws Dead if it dies while it starts
   */
  DaemonLife(World world, Reaper reaper, Set<UUID> alive, boolean fresh) throws IOException {
    this.world = world;
    this.reaper = reaper;
    this.home = world.home();
    LifeTime time = new LifeTime(world.time(), () -> dead);
    this.counts = !fresh;
    this.database = WatchedCommits.open(world.database(), this::commit);
    FakeDirectory directory = directory(world.scenario());
    this.sessions = new Sessions(database, directory, time, new Random(1));
    this.tokens = new Tokens(database, SigningKey.load(world.key()), "home", time);
    this.model = new PlannedModel(world, this);
    this.gateway = new ModelGateway(Providers.of(model));
    this.wire =
        new WireServer(
            sessions,
            gateway,
            tokens,
            directory,
            new AgentRefusals(new AuditLog(database, time), time),
            time);
    boolean begun = false;
    try {
      sessions.boot(alive);
      sessions.approvals().boot(this::run);
      if (world.scenario() == Scenario.RETENTION) {
        sessions.retain(Scenario.KEPT);
      }
      int uid = (Integer) Files.getAttribute(home, "unix:uid");
      int gid = (Integer) Files.getAttribute(home, "unix:gid");
      wire.open(World.AGENT, home, uid, gid);
      begun = true;
    } finally {
      if (!begun) {
        close();
      }
    }
    synchronized (world) {
      counts = true;
    }
  }

  private static FakeDirectory directory(Scenario scenario) {
    FakeDirectory directory = new FakeDirectory();
    directory.model = "test/model";
    directory.parallel = scenario == Scenario.TWO_SESSIONS ? 2 : 1;
    directory.memory = scenario == Scenario.COMPACTION ? SUMMARIES : Memory.SLIDING;
    directory.options = Map.of("ask-tools", String.join(", ", GATED), "max-tokens", "10");
    directory.tools =
        List.of(
            tool("sh"),
            tool("deploy"),
            tool("drop"),
            tool("wait"),
            tool("forget"),
            WakeTool.SCHEMA);
    return directory;
  }

  private static ToolSchema tool(String name) {
    return new ToolSchema(name, "A program.", ToolSchema.BIN_INPUT);
  }

  private void commit(WatchedCommits.Commit commit) throws SQLException {
    synchronized (world) {
      at(Moment.BEFORE_COMMIT);
      commit.run();
      at(Moment.AFTER_COMMIT);
    }
  }

  private void at(Moment moment) {
    requireAlive();
    if (counts) {
      reaper.at(this, moment);
      requireAlive();
    }
  }

  /** Runs a gated tool. */
  private EventBody.ToolResult run(UUID agent, ToolCall call) {
    synchronized (world) {
      requireAlive();
      world.journal().add(Kind.EFFECT, call.id());
      return EventBody.ToolResult.said(call, "out of " + call.id());
    }
  }

  Sessions sessions() {
    return sessions;
  }

  PlannedModel model() {
    return model;
  }

  Database database() {
    return database;
  }

  Path socket() {
    return home.resolve(WireServer.SOCKET);
  }

  /** Returns the token of a new runtime. */
  String token() {
    return tokens.forNewSandbox(World.AGENT);
  }

  boolean dead() {
    return dead;
  }

  void requireAlive() {
    if (dead) {
      throw new Dead();
    }
  }

  /** Ends this life. What is on disk now is left to the next daemon. */
  void die() {
    synchronized (world) {
      requireAlive();
      try {
        world.keep();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      // In this order: whoever sees the end may delete the files.
      dead = true;
    }
  }

  @Override
  public void close() {
    model.end();
    wire.close();
    gateway.close();
    sessions.close();
    database.close();
  }
}
