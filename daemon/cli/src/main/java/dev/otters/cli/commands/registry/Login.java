package dev.otters.cli.commands.registry;

import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.PipedSecret;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.DockerConfig;
import dev.otters.credentials.HostCredentials;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

final class Login implements RunnableCommand {
  /** The user name that marks an identity token, as in Docker's helpers. */
  private static final String TOKEN_USER = "<token>";

  private static final int LONGEST = 8 << 10;

  @Override
  public Command command() {
    return Command.of("login", Group.IMAGES, "Log in to a registry")
        .details(
            """
            Asks for the missing values and verifies them with the registry. Stores the credentials
            where Docker does, so that both use them: with the credential helper in
            ~/.docker/config.json, or in that file. DOCKER_CONFIG names another folder. With -u
            '<token>', the password is an identity token.\
            """)
        .arguments(
            Argument.optional(
                "HOST",
                "Host and port of the registry (default " + RegistryCredentials.USUAL + ")"))
        .options(
            Option.one("USER", "User name", "-u", "--username"),
            Option.flag("Read the password from standard input", "--password-stdin"),
            RegistryCredentials.INSECURE,
            Invocation.OUTPUT)
        .example("otters login registry.example.com -u me", "Log in; asks for the password")
        .example(
            "otters login 127.0.0.1:5000 -u me --password-stdin < password.txt",
            "Log in with the password from a file");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String host =
        given.positional().stream()
            .findFirst()
            .map(RegistryCredentials::hostOf)
            .orElse(RegistryCredentials.USUAL);
    String user = user(invocation);
    Credentials credentials = credentials(user, password(invocation));
    Route route =
        Route.of("registry", "login")
            .when(given.has("--insecure"), "insecure")
            .header(HostCredentials.HEADER, new HostCredentials(host, credentials).encode());
    var _ = invocation.daemon().work(route, Content.none(), Object.class, _ -> {});
    DockerConfig config = RegistryCredentials.config(invocation.environment());
    Optional<String> helper = RegistryCredentials.reading(() -> config.store(host, credentials));
    return print(invocation, host, user, helper, config);
  }

  private static int print(
      Invocation invocation,
      String host,
      String user,
      Optional<String> helper,
      DockerConfig config) {
    Console console = invocation.console();
    if (helper.isEmpty()) {
      console.warn(
          "the password is stored unencrypted in "
              + config.file()
              + "; configure a credential helper (credsStore) there to encrypt it");
    }
    if (invocation.json()) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("host", host);
      result.put("user", user);
      helper.ifPresent(name -> result.put("helper", name));
      return invocation.printJson(result);
    }
    console.line("logged in to " + host + " as " + user);
    return ExitCodes.OK;
  }

  private String user(Invocation invocation) throws IOException {
    Optional<String> given = invocation.arguments().one("--username");
    Optional<String> user = given.isPresent() ? given : invocation.console().question("User: ");
    String name =
        user.filter(text -> !text.isEmpty())
            .orElseThrow(
                () -> new UsageException("no user name is given", "Give it with -u.", command()));
    if (name.contains(":")) {
      throw new UsageException(
          "the user name contains a ':', which separates it from the password",
          "Give only the name with -u.",
          command());
    }
    return plain("the user name", name);
  }

  /** Rejects text that HTTP cannot carry, which would look like a wrong password. */
  private String plain(String what, String text) {
    boolean broken = text.codePoints().anyMatch(Character::isISOControl);
    boolean large = text.getBytes(StandardCharsets.UTF_8).length > LONGEST;
    if (broken || large) {
      throw new UsageException(
          what
              + (large ? " is longer than 8 KiB" : " contains a line break or a control character"),
          "Check that you gave the right value or file.",
          command());
    }
    return text;
  }

  private String password(Invocation invocation) throws IOException {
    Console console = invocation.console();
    Optional<String> password =
        invocation.arguments().has("--password-stdin")
            ? Optional.of(piped(console))
            : console.secret("Password: ");
    return plain(
        "the password",
        password
            .filter(text -> !text.isEmpty())
            .orElseThrow(
                () ->
                    new UsageException(
                        "no password is given",
                        "Give it with --password-stdin < FILE.",
                        command())));
  }

  /** Reads up to the limit, plus a line end. */
  private String piped(Console console) throws IOException {
    byte[] bytes = console.in().readNBytes(LONGEST + 3);
    try {
      return PipedSecret.text(bytes);
    } catch (CharacterCodingException e) {
      throw new UsageException(
          bytes.length > LONGEST
              ? "the password is longer than 8 KiB"
              : "the password is not valid UTF-8",
          "Give only the password, in UTF-8.",
          command());
    }
  }

  private static Credentials credentials(String user, String password) {
    return user.equals(TOKEN_USER)
        ? new Credentials.IdentityToken(password)
        : new Credentials.Password(user, password);
  }
}
