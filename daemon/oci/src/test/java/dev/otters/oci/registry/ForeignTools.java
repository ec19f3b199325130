package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** Runs the tools that others use on registries, each told to speak HTTP. */
final class ForeignTools {
  private final Path folder;

  /** Runs them in {@code folder}, which is their home too. */
  ForeignTools(Path folder) {
    this.folder = folder;
  }

  byte[] skopeo(String... words) {
    return run("skopeo", List.of("--insecure-policy", "--tmpdir", folder.toString()), words);
  }

  /** Copies with everything in it; {@code from} and {@code to} name their transport. */
  void skopeoCopy(String from, String to) {
    var _ =
        skopeo(
            "copy", "-q", "--all", "--src-tls-verify=false", "--dest-tls-verify=false", from, to);
  }

  Digest skopeoDigest(Object reference) {
    return Digest.of(skopeo("inspect", "--raw", "--tls-verify=false", "docker://" + reference));
  }

  byte[] crane(String... words) {
    return run("crane", List.of("--insecure"), words);
  }

  Digest craneDigest(Object reference, String... options) {
    List<String> words = new ArrayList<>(List.of("digest", reference.toString()));
    words.addAll(List.of(options));
    return Digest.parse(
        new String(crane(words.toArray(String[]::new)), StandardCharsets.UTF_8).strip());
  }

  byte[] oras(String... words) {
    return run("oras", List.of(), words);
  }

  Digest orasDigest(Object reference) {
    return Digest.of(oras("manifest", "fetch", "--plain-http", reference.toString()));
  }

  private byte[] run(String program, List<String> options, String... words) {
    Path file =
        Path.of(System.getenv().getOrDefault("OTTERS_TEST_REGISTRIES", ""), program)
            .toAbsolutePath();
    Assumptions.assumeTrue(Files.isExecutable(file), file + " is not here");
    List<String> command = new ArrayList<>(List.of(file.toString()));
    command.addAll(options);
    command.addAll(List.of(words));
    Path complaints = folder.resolve("complaints");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectError(complaints.toFile());
    builder.environment().put("HOME", folder.toString());
    builder.environment().put("DOCKER_CONFIG", folder.toString());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      byte[] answer = process.getInputStream().readAllBytes();
      int status = process.onExit().join().exitValue();
      assertThat(status).as("%s: %s", command, Files.readString(complaints)).isZero();
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
