package dev.otters.cli.commands;

import dev.otters.cli.command.Command;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Holds all commands. Finding one by its name makes no other. */
public final class Catalogue {
  private Catalogue() {}

  /** Returns the command of a name or alias, empty when there is none. */
  public static Optional<Entry> find(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "run", "agent run" -> new Run();
          case "ps", "ls", "agent ls", "agent ps" -> new Ps();
          case "prompt", "agent prompt" -> new Prompt();
          case "logs", "agent logs" -> new Logs();
          case "start", "agent start" -> new Start();
          case "stop", "agent stop" -> new Stop();
          case "rm", "agent rm" -> new Rm();
          case "inspect", "agent inspect" -> new Inspect();
          case "image build", "build" -> new ImageBuild();
          case "image ls", "image list", "images" -> new ImageLs();
          case "image inspect" -> new ImageInspect(ImageKind.AGENT);
          case "image history" -> new ImageHistory();
          case "image tag", "tag" -> new ImageTag(ImageKind.AGENT);
          case "image rm", "image remove", "rmi" -> new ImageRm(ImageKind.AGENT);
          case "image prune" -> new ImagePrune();
          case "image pull", "pull" -> new ImagePull(ImageKind.AGENT);
          case "image push", "push" -> new ImagePush(ImageKind.AGENT);
          case "image copy" -> new ImageCopy();
          case "image tags" -> new ImageTags();
          case "image save", "save" -> new ImageSave();
          case "image load", "load" -> new ImageLoad();
          case "image fsck" -> new ImageFsck();
          case "login" -> new Login();
          case "logout" -> new Logout();
          case "bin build" -> new BinBuild();
          case "bin pull" -> new ImagePull(ImageKind.BIN);
          case "bin push" -> new ImagePush(ImageKind.BIN);
          case "bin tag" -> new ImageTag(ImageKind.BIN);
          case "bin ls", "bin list" -> new BinLs();
          case "bin inspect" -> new ImageInspect(ImageKind.BIN);
          case "bin rm", "bin remove" -> new ImageRm(ImageKind.BIN);
          case "provider add" -> new ProviderAdd();
          case "provider edit" -> new ProviderEdit();
          case "provider ls", "provider list" -> new ProviderLs();
          case "provider rm" -> new ProviderRm();
          case "provider test" -> new ProviderTest();
          case "doctor" -> new Doctor();
          case "model ls", "model list", "models" -> new ModelLs();
          case "model pull" -> new ModelPull();
          case "model add" -> new ModelAdd();
          case "model rm" -> new ModelRm();
          case "info" -> new Info();
          case "version" -> new Version();
          default -> null;
        });
  }

  /** Returns all commands in the order of the help. */
  public static List<Command> all() {
    return Stream.of(
            "run",
            "ps",
            "prompt",
            "logs",
            "start",
            "stop",
            "rm",
            "inspect",
            "image build",
            "image ls",
            "image inspect",
            "image history",
            "image tag",
            "image rm",
            "image prune",
            "image pull",
            "image push",
            "image copy",
            "image tags",
            "image save",
            "image load",
            "image fsck",
            "login",
            "logout",
            "bin build",
            "bin pull",
            "bin push",
            "bin tag",
            "bin ls",
            "bin inspect",
            "bin rm",
            "provider add",
            "provider edit",
            "provider ls",
            "provider rm",
            "provider test",
            "doctor",
            "model ls",
            "model pull",
            "model add",
            "model rm",
            "info",
            "version")
        .map(name -> find(name).orElseThrow().command())
        .toList();
  }

  /**
   * Returns the commands that begin with a word, also by an alias, such as those of {@code image}.
   */
  public static List<Command> beginningWith(String word) {
    return all().stream()
        .filter(command -> names(command).anyMatch(name -> name.startsWith(word + " ")))
        .toList();
  }

  /** Returns all words that can follow {@code otters}, or can follow it and {@code word}. */
  public static List<String> words(String word) {
    String prefix = word.isEmpty() ? "" : word + " ";
    return all().stream()
        .flatMap(Catalogue::names)
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()).split(" ", 2)[0])
        .distinct()
        .toList();
  }

  private static Stream<String> names(Command command) {
    return Stream.concat(Stream.of(command.name()), command.aliases().stream());
  }
}
