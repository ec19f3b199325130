package dev.otters.models.provider.local;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.time.Duration;
import java.util.Optional;

/** Words what can go wrong with a local model. */
final class Failures {
  private static final String FETCH_AGAIN =
      "Fetch it again: `otters model rm %s`, then `otters model pull %s`.";

  private Failures() {}

  static ModelException notInstalled(String model, boolean known) {
    return known
        ? ModelException.permanent(
            Reason.NOT_INSTALLED,
            "the weights of local/" + model + " are not on this machine",
            "Fetch them: `otters model pull " + model + "`.")
        : ModelException.permanent(
            Reason.MODEL_UNKNOWN,
            "there is no local model \"" + model + "\"",
            "`otters model ls` lists those that there are; `otters model add` adds one from a"
                + " file.");
  }

  static ModelException notLoaded(String model, ChildMessage.Failed failed) {
    String again = FETCH_AGAIN.formatted(model, model);
    return switch (failed.reason()) {
      case "library" ->
          ModelException.permanent(
              Reason.FAILED,
              "local/" + model + ": " + failed.message(),
              "Local models need a 64-bit Linux or macOS and, on Linux, the library libgomp1:"
                  + " install it, on Debian with `apt install libgomp1`.");
      case "missing" -> ModelException.permanent(Reason.NOT_INSTALLED, failed.message(), again);
      default ->
          ModelException.permanent(
              Reason.FAILED,
              "the weights of local/" + model + " are damaged: " + failed.message(),
              again);
    };
  }

  static ModelException died(String model, String how, String when) {
    return transientFailure(
        Reason.FAILED, "the process of local/" + model + " ended " + how + " " + when);
  }

  static ModelException stalled(String model, Duration wait, String when) {
    return transientFailure(
        Reason.STALLED,
        "the process of local/%s was silent for %d s %s and was ended"
            .formatted(model, wait.toSeconds(), when));
  }

  static ModelException unexpected(String model, ChildMessage message) {
    return transientFailure(
        Reason.BROKEN_ANSWER,
        "the process of local/"
            + model
            + " said something unexpected: "
            + message.getClass().getSimpleName());
  }

  static ModelException notStarted(String model, String why) {
    return ModelException.permanent(
        Reason.FAILED, "the process of local/" + model + " cannot be started: " + why, "");
  }

  static ModelException noMemory(String model, long needed, long available) {
    return ModelException.permanent(
        Reason.OVERLOADED,
        "local/%s needs about %s of memory and the machine has %s left"
            .formatted(model, megabytes(needed), megabytes(available)),
        "End other programs, or take a smaller model: `otters model ls`.");
  }

  static ModelException tooLong(String model, int context) {
    return ModelException.permanent(
        Reason.TOO_LONG,
        "the instructions and the newest message are longer than the "
            + context
            + " tokens that local/"
            + model
            + " can see",
        "Shorten the message or the CONTEXTs of the Agentfile, or take another model.");
  }

  static ModelException brokenAnswer(String model) {
    return transientFailure(
        Reason.BROKEN_ANSWER, "local/" + model + " said neither an answer nor a tool call");
  }

  private static ModelException transientFailure(Reason reason, String message) {
    return ModelException.transientFailure(reason, message, "", Optional.empty());
  }

  private static String megabytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
