package dev.otters.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Runs credential helpers with a timeout.
 *
 * @param environment the environment of the helpers; its {@code PATH} is searched for them
 * @param patience the timeout of one call
 */
record HelperPrograms(Map<String, String> environment, Duration patience) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** The exit status and standard output of a helper. */
  record Answer(int status, String text) {
    /** Hides the text, which may contain a secret. */
    @Override
    public String toString() {
      return "Answer[status=" + status + "]";
    }
  }

  /**
   * Runs one helper.
   *
   * @throws CredentialsException if there is no such program, or it takes too long
   */
  Answer run(String name, String verb, byte[] input) {
    Path program = find(name);
    Process process = start(program, verb);
    try {
      byte[] text = HelperOutput.of(process, input).await(patience);
      return new Answer(process.exitValue(), new String(text, UTF_8));
    } catch (TimeoutException e) {
      throw failure(program, "did not answer within " + patience.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw failure(program, "cannot be read: " + messageOf(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure(program, "was interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start(Path program, String verb) {
    ProcessBuilder builder =
        new ProcessBuilder(program.toString(), verb).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw failure(program, "cannot be started", e);
    }
  }

  private static String messageOf(ExecutionException e) {
    return String.valueOf(Optional.ofNullable(e.getCause()).orElse(e).getMessage());
  }

  private Path find(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new CredentialsException(
          "Docker's config.json names a credential helper with an invalid name: " + Shown.of(name),
          "Correct credsStore or credHelpers in that file.",
          null);
    }
    String program = "docker-credential-" + name;
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      Path found = Path.of(folder, program);
      // A relative folder would depend on the working directory of the command.
      if (found.isAbsolute() && Files.isRegularFile(found) && Files.isExecutable(found)) {
        return found;
      }
    }
    throw new CredentialsException(
        "the credential helper " + program + " is not on the PATH",
        "Install it, or remove it from credsStore and credHelpers in Docker's config.json.",
        null);
  }

  private static CredentialsException failure(Path program, String what, Exception cause) {
    return new CredentialsException(
        "the credential helper " + program + " " + what,
        "Run the program by hand to find the error, or remove it from Docker's config.json.",
        cause);
  }
}
