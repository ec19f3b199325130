package dev.otters.executor.mounts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The places that an agent must not see, and those that it sees only if the operator insists.
 *
 * @param never files and folders that are refused together with everything below and above them;
 *     they may be missing
 * @param homes home folders of people
 */
public record PrivatePlaces(List<Path> never, List<Path> homes) {
  private static final List<String> ENGINE_SOCKETS =
      List.of(
          "/run/docker.sock",
          "/run/containerd/containerd.sock",
          "/run/podman/podman.sock",
          "/run/crio/crio.sock");
  private static final List<String> SECRETS_OF_PEOPLE =
      List.of(
          ".ssh",
          ".docker",
          ".aws",
          ".azure",
          ".kube",
          ".gnupg",
          ".netrc",
          ".pgpass",
          ".npmrc",
          ".pypirc",
          ".git-credentials",
          ".password-store",
          ".config/gcloud",
          ".config/gh",
          ".local/share/keyrings",
          ".mozilla",
          ".config/google-chrome",
          ".m2/settings.xml",
          ".gradle/gradle.properties",
          ".cargo/credentials.toml",
          ".vault-token");
  private static final List<String> SECRETS_OF_THE_MACHINE =
      List.of(
          "/etc/shadow",
          "/etc/gshadow",
          "/etc/sudoers",
          "/etc/ssh",
          "/etc/ssl/private",
          "/etc/kubernetes",
          "/boot",
          "/run",
          "/var/lib/docker",
          "/var/lib/containerd",
          "/var/lib/containers",
          "/var/lib/kubelet");

  public PrivatePlaces {
    never = List.copyOf(never);
    homes = List.copyOf(homes);
  }

  /**
   * Finds the places of this machine.
   *
   * @param ottersHome the daemon's home folder
   * @param engineSocket the engine's socket and similar files
   * @param userHome the home folder of the daemon's user
   */
  public static PrivatePlaces of(Path ottersHome, List<Path> engineSocket, Path userHome) {
    List<Path> never = new ArrayList<>(engineSocket);
    never.add(ottersHome);
    ENGINE_SOCKETS.stream().map(Path::of).forEach(never::add);
    List<Path> homes = new ArrayList<>(List.of(userHome, Path.of("/root")));
    try (Stream<Path> others = Files.list(Path.of("/home"))) {
      others.forEach(homes::add);
    } catch (IOException _) {
      homes.add(Path.of("/home"));
    }
    return new PrivatePlaces(never, homes.stream().distinct().toList());
  }

  /**
   * Returns the files and folders that need {@code --allow-sensitive}, whether or not they exist.
   */
  List<Path> sensitive() {
    Stream<Path> people =
        homes.stream()
            .flatMap(
                home ->
                    Stream.concat(Stream.of(home), SECRETS_OF_PEOPLE.stream().map(home::resolve)));
    return Stream.concat(people, SECRETS_OF_THE_MACHINE.stream().map(Path::of)).toList();
  }
}
