package dev.otters.models.provider.local;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.time.Duration;
import java.util.Optional;

/** Words the failures of local models. */
final class Failures {
  private static final String FETCH_AGAIN =
      "Fetch it again: `otters model rm %s`, then `otters model pull %s`.";

  private Failures() {}

  static ModelException notInstalled(String model, boolean known) {
    return known
        ? ModelException.permanent(
            Reason.NOT_INSTALLED,
            "the weights of local/" + model + " are not installed",
            "Fetch them: `otters model pull " + model + "`.")
        : ModelException.permanent(
            Reason.MODEL_UNKNOWN,
            "there is no local model \"" + model + "\"",
            "List the models with `otters model ls`, or add one from a file with `otters model"
                + " add`.");
  }

  static ModelException notLoaded(String model, ChildMessage.Failed failed) {
    String again = FETCH_AGAIN.formatted(model, model);
    return switch (failed.reason()) {
      case "library" ->
          ModelException.permanent(
              Reason.FAILED,
              "local/" + model + ": " + failed.message(),
              "Use a 64-bit Linux or macOS. On Linux, install the library libgomp1, on Debian with"
                  + " `apt install libgomp1`.");
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
        "the process of local/%s did not respond for %d s %s and was killed"
            .formatted(model, wait.toSeconds(), when));
  }

  static ModelException unexpected(String model, ChildMessage message) {
    return transientFailure(
        Reason.BROKEN_ANSWER,
        "the process of local/%s sent an unexpected message: %s"
            .formatted(model, message.getClass().getSimpleName()));
  }

  static ModelException notStarted(String model, String why) {
    return ModelException.permanent(
        Reason.FAILED, "the process of local/" + model + " cannot be started: " + why, "");
  }

  static ModelException noMemory(String model, long needed, long available) {
    return ModelException.permanent(
        Reason.OVERLOADED,
        "local/%s needs about %s of memory, and the machine has %s available"
            .formatted(model, megabytes(needed), megabytes(available)),
        "Stop other programs, or choose a smaller model: `otters model ls`.");
  }

  static ModelException tooLong(String model, int context) {
    return ModelException.permanent(
        Reason.TOO_LONG,
        "the instructions and the newest message exceed the context of local/%s (tokens: %s)"
            .formatted(model, context),
        "Shorten the message or the CONTEXTs of the Agentfile, or choose another model.");
  }

  static ModelException brokenAnswer(String model) {
    return transientFailure(
        Reason.BROKEN_ANSWER, "local/" + model + " returned neither an answer nor a tool call");
  }

  private static ModelException transientFailure(Reason reason, String message) {
    return ModelException.transientFailure(reason, message, "", Optional.empty());
  }

  private static String megabytes(long bytes) {
    return (bytes >> 20) + " MiB";
  }
}
