package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docker-registry knows one user, and asks for the password. */
abstract class BasicAuthContract extends DockerRegistryContract {
  /** The bcrypt hash of {@code s3cret}. */
  private static final String USERS =
      "otter:$2b$04$WXftac9Vt2eYqtURPUHc..WrU6GDznACPD73kOpqzj5BBb.MJnkk2\n";

  private static final String WRONG = "rejects the login of user \"otter\" (401)";

  private Registry anonymous;

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
    anonymous = registry;
    registry = anonymous.with(anonymous.access().with(login("s3cret")));
  }

  @Test
  void aLoginIsChecked() {
    registry.check(login("s3cret"));

    assertDenied(() -> registry.check(login("wr0ng")), WRONG);
  }

  @Test
  void nothingIsReadOrWrittenWithAWrongPassword() {
    push("a/first:1");
    Registry right = registry;
    registry = anonymous.with(anonymous.access().with(login("wr0ng")));

    assertDenied(() -> push("a/first:2"), WRONG);
    assertDenied(() -> pull(named("a/first:1")), WRONG);

    assertThat(right.tags(named("a/first"))).containsExactly("1");
  }

  @Test
  void whoDoesNotLogInIsToldToDoSo() {
    push("a/first:1");
    registry = anonymous;

    assertDenied(
        () -> pull(named("a/first:1")),
        "denies access to manifest " + named("a/first").repository() + ":1 (401)");
    assertDenied(() -> registry.tags(named("a/first")), "denies access to list of tags");
    assertDenied(
        () -> push("a/first:2"),
        "requires a login to push to " + named("a/first").repository() + " (401)");
  }

  @Test
  void whereTlsIsDueNothingIsSaidInPlainHttp() {
    // This address is not known to be of this machine.
    String elsewhere = host().replace("127.0.0.1", "0.0.0.0");

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.tags(ImageReference.parse(elsewhere + "/a/first")))
        .withMessage("registry " + elsewhere + " does not use TLS")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE))
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.ALLOW_HTTP, elsewhere)));
  }

  private HostCredentials login(String password) {
    return new HostCredentials(host(), new Password("otter", password));
  }

  private void assertDenied(ThrowingCallable call, String why) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageContaining("registry " + host() + " " + why)
        .withMessageNotContaining("wr0ng")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED))
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.LOG_IN, host())));
  }
}
