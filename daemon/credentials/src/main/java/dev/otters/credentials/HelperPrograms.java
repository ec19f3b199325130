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
 * Runs credential helpers, each for a bounded time.
 *
 * @param environment whose {@code PATH} names the folders they are in
 * @param patience how long one may take
 */
record HelperPrograms(Map<String, String> environment, Duration patience) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  /** What a helper said on its standard output. */
  record Answer(int status, String text) {
    /** Hides the text, which may be a secret. */
    @Override
    public String toString() {
      return "Answer[status=" + status + "]";
    }
  }

  /**
   * Runs one helper.
   *
   * @throws CredentialsException when there is no such program, or it takes too long
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
      throw failure(program, "cannot be listened to: " + messageOf(e), e);
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
          "Docker's config.json names a credential helper that is no name: " + Shown.of(name),
          "Correct credsStore or credHelpers there.",
          null);
    }
    String program = "docker-credential-" + name;
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      Path found = Path.of(folder, program);
      // A folder without a root would mean whatever lies where the command happens to be run.
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
        "Run it by hand to see what is wrong, or remove it from Docker's config.json.",
        cause);
  }
}
