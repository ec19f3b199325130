package dev.otters.agents.advice;

import dev.otters.executor.ExecutorException;
import dev.otters.oci.Fix;
import dev.otters.oci.OciException;
import dev.otters.oci.store.Finding;
import dev.otters.sessions.budget.BudgetException;
import java.util.Optional;

/**
 * Words the advice that names commands. The libraries below know what failed and not how an
 * operator works with the daemon.
 */
public final class Advice {
  private Advice() {}

  /** Returns what the operator can do about an image; empty if nothing helps. */
  public static String of(OciException failure) {
    return worded(failure.remedy(), failure.fix());
  }

  /** Returns what the operator can do about what a check of the store found. */
  public static String of(Finding finding) {
    return worded(finding.remedy(), finding.fix());
  }

  /** Returns what the operator can do about a failed sandbox. */
  public static String of(ExecutorException failure) {
    Optional<Fix> fix =
        failure.getCause() instanceof OciException image ? image.fix() : Optional.empty();
    return switch (failure.reason()) {
      case START -> failure.remedy() + " Check the machine with: otters doctor.";
      case MOUNT -> failure.remedy() + " Show the agent's mounts with: otters inspect AGENT.";
      case IMAGE -> worded(failure.remedy(), fix);
      case UNREACHABLE, ENGINE_LOST, LIMIT, CONFLICT, TAMPERED, UNSUPPORTED -> failure.remedy();
    };
  }

  /** Returns how to raise the budget that refused a request. */
  public static String of(BudgetException failure) {
    if (!failure.priced()) {
      return "Add the price to prices.yaml, or use a budget in tokens only.";
    }
    String value = failure.unit() + "=" + failure.larger();
    return switch (failure.scope()) {
      case SESSION ->
          "Raise it with 'otters session budget %s %s --%s %s'."
              .formatted(failure.agent(), failure.session(), failure.unit(), failure.larger());
      case AGENT ->
          "Raise it with 'otters update --budget agent-%s %s'.".formatted(value, failure.agent());
      case DAY ->
          "Wait until 00:00 UTC, or raise it with 'otters update --budget day-%s %s'."
              .formatted(value, failure.agent());
      case HOME ->
          "Wait until 00:00 UTC, or raise budget-day-%s in ottersd.yaml and restart the daemon."
              .formatted(failure.unit());
    };
  }

  /** Puts a command at the end of the last sentence. */
  private static String worded(String remedy, Optional<Fix> fix) {
    return fix.map(it -> remedy.replaceFirst("\\.$", "") + " with: " + command(it) + ".")
        .orElse(remedy);
  }

  private static String command(Fix fix) {
    return switch (fix.operation()) {
      case LOG_IN -> "otters login " + fix.subject();
      case ALLOW_HTTP -> "--insecure, or insecure-registries in ottersd.yaml";
      case PULL -> "otters pull " + fix.subject();
      case CHECK_STORE -> "otters image fsck";
      case REPAIR_STORE -> "otters image fsck --repair, or otters pull " + fix.subject();
      case PRUNE -> "otters image prune";
      case LIST -> "otters image ls, or otters bin ls";
      case SAVE -> "otters image save";
      case LOAD_UNPACKED -> fix.subject() + " FILE | otters load";
      case BUILD_BIN -> "otters bin build";
    };
  }
}
