package dev.otters.agents.rows;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.api.Json;
import dev.otters.executor.BinMounts;
import dev.otters.executor.Exit;
import dev.otters.executor.SandboxUser;
import dev.otters.home.store.Row;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts agents to columns and back. */
final class AgentColumns {
  static final List<String> NAMES =
      List.of(
          "id",
          "name",
          "uid",
          "gid",
          "executor",
          "executor_reason",
          "bin_mounts",
          "spec",
          "state",
          "reason",
          "message",
          "next_try",
          "created",
          "wanted",
          "keep_workspace",
          "restarts",
          "created_at",
          "started_at",
          "sandbox",
          "exit_code",
          "exit_signal",
          "exit_oom",
          "exit_at",
          "spec_before",
          "owner",
          "session");

  private AgentColumns() {}

  /** Returns the values in the order of {@link #NAMES}. */
  static @Nullable Object[] values(Agent agent) {
    Optional<Lifecycle.Failed> failure =
        agent.state() instanceof Lifecycle.Failed failed ? Optional.of(failed) : Optional.empty();
    return new @Nullable Object[] {
      agent.id(),
      agent.name(),
      agent.user().uid(),
      agent.user().gid(),
      agent.placement().executor().toString(),
      agent.placement().because(),
      agent.placement().binMounts().toString(),
      Json.write(agent.spec()),
      agent.state().word(),
      failure.map(Lifecycle.Failed::reason),
      failure.map(Lifecycle.Failed::message),
      failure.flatMap(Lifecycle.Failed::nextTry),
      agent.created(),
      agent.wanted(),
      agent.keepWorkspace(),
      agent.restarts(),
      agent.createdAt(),
      agent.startedAt(),
      agent.sandbox(),
      agent.exit().map(Exit::code),
      agent.exit().map(Exit::signal).filter(OptionalInt::isPresent).map(OptionalInt::getAsInt),
      agent.exit().map(Exit::oom),
      agent.exit().map(Exit::finishedAt),
      agent.standing().before().map(Json::write),
      agent.session().map(OwnSession::agent),
      agent.session().map(OwnSession::session)
    };
  }

  static Agent read(Row row) {
    return new Agent(
        row.uuid("id"),
        row.text("name"),
        new SandboxUser((int) row.number("uid"), (int) row.number("gid")),
        new Placement(
            ExecutorKind.of(row.text("executor")),
            row.text("executor_reason"),
            BinMounts.of(row.text("bin_mounts"))),
        Json.read(row.text("spec"), AgentSpec.class),
        row.time("created_at"),
        new RunState(
            state(row),
            row.flag("created"),
            row.flag("wanted"),
            row.flag("keep_workspace"),
            (int) row.number("restarts"),
            new RunState.Newest(row.maybeTime("started_at"), row.maybeText("sandbox"), exit(row)),
            row.maybeText("spec_before").map(spec -> Json.read(spec, AgentSpec.class))),
        row.maybeText("owner")
            .map(owner -> new OwnSession(UUID.fromString(owner), row.text("session"))));
  }

  private static Optional<Exit> exit(Row row) {
    OptionalLong signal = row.maybeNumber("exit_signal");
    return row.maybeTime("exit_at")
        .map(
            at ->
                new Exit(
                    (int) row.number("exit_code"),
                    signal.isPresent()
                        ? OptionalInt.of((int) signal.getAsLong())
                        : OptionalInt.empty(),
                    row.flag("exit_oom"),
                    at));
  }

  private static Lifecycle state(Row row) {
    String word = row.text("state");
    return switch (word) {
      case "queued" -> new Lifecycle.Queued();
      case "pulling" -> new Lifecycle.Pulling();
      case "starting" -> new Lifecycle.Starting();
      case "ready" -> new Lifecycle.Ready();
      case "stopped" -> new Lifecycle.Stopped();
      case "removing" -> new Lifecycle.Removing();
      case "failed" ->
          new Lifecycle.Failed(
              Reason.valueOf(row.text("reason").toUpperCase(Locale.ROOT)),
              row.text("message"),
              row.maybeTime("next_try"));
      default ->
          throw new IllegalStateException("the database has an agent in the unknown state " + word);
    };
  }
}
