package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docker-registry knows one user, and asks for the password. */
abstract class BasicAuthContract extends DockerRegistryContract {
  /** The bcrypt hash of {@code s3cret}. */
  private static final String USERS =
      "otter:$2b$04$WXftac9Vt2eYqtURPUHc..WrU6GDznACPD73kOpqzj5BBb.MJnkk2\n";

  BasicAuthContract(RunningRegistry.Starter starter) {
    super(starter);
  }

  @Override
  String auth(Path files) throws IOException {
    Path users = Files.writeString(files.resolve("htpasswd"), USERS);
    return "auth: {htpasswd: {realm: pond, path: " + users + "}}";
  }

  @BeforeEach
  void logIn() {
    registry =
        registry.with(
            registry.access().with(new HostCredentials(host(), new Password("otter", "s3cret"))));
  }

  @Test
  void aLoginIsChecked() {
    registry.check(new HostCredentials(host(), new Password("otter", "s3cret")));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(
            () -> registry.check(new HostCredentials(host(), new Password("otter", "wr0ng"))))
        .withMessageNotContaining("wr0ng")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED));
  }
}
