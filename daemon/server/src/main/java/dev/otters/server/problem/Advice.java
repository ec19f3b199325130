package dev.otters.server.problem;

import dev.otters.executor.ExecutorException;

/**
 * Words the advice that names commands. The libraries below know what failed and not how an
 * operator works with the daemon.
 */
final class Advice {
  private Advice() {}

  /** Returns what the operator can do about a failed sandbox. */
  static String of(ExecutorException failure) {
    return switch (failure.reason()) {
      case START -> failure.remedy() + " Check the machine with: otters doctor.";
      case MOUNT -> failure.remedy() + " Show the agent's mounts with: otters inspect AGENT.";
      case UNREACHABLE, ENGINE_LOST, IMAGE, LIMIT, CONFLICT, TAMPERED, UNSUPPORTED ->
          failure.remedy();
    };
  }
}
