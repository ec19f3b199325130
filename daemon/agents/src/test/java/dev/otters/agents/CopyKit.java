package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.files.AgentFiles;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarEntry.Kind;
import dev.otters.api.tar.TarIn;
import dev.otters.api.tar.TarOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An agent whose files are copied, with a mount for reading and one for writing. */
final class CopyKit implements AutoCloseable {
  final AgentKit kit;
  final AgentView agent;
  final Path workspace;
  final Path shared;
  final Path fixed;

  CopyKit(Path folder) throws IOException {
    kit = new AgentKit(folder);
    shared = Files.createDirectory(folder.resolve("shared"));
    fixed = Files.createDirectory(folder.resolve("fixed"));
    agent =
        kit.run(
            Json.read(
                """
                {"ref": "guide:1", "name": "bob", "mounts": [
                  {"source": "%s", "target": "/workspace/shared", "readOnly": false},
                  {"source": "%s", "target": "/fixed", "readOnly": true}]}
                """
                    .formatted(shared, fixed),
                RunRequest.class));
    workspace = kit.root(agent).resolve("workspace");
  }

  int uid() {
    return kit.row(agent).user().uid();
  }

  /** The entries of a tar by name: the content of a file, the target of a link, or "/". */
  record Copied(Map<String, String> entries, CopyReport report) {}

  Copied read(String path) throws IOException {
    try (AgentFiles.Download copy = kit.files().read("bob", Optional.empty(), path)) {
      var facts = copy.facts();
      byte[] bytes = copy.tar().readAllBytes();
      CopyReport report = copy.report();
      TarIn tar = new TarIn(new ByteArrayInputStream(bytes));
      Map<String, String> entries = new LinkedHashMap<>();
      for (var next = tar.next(); next.isPresent(); next = tar.next()) {
        entries.put(next.get().name(), text(next.get(), tar));
      }
      if (!facts.name().isEmpty()) {
        return new Copied(entries, report);
      }
      throw new IllegalStateException("no facts");
    }
  }

  private static String text(TarEntry entry, TarIn tar) throws IOException {
    return switch (entry.kind()) {
      case FOLDER -> "/";
      case LINK -> "-> " + entry.target();
      default -> {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        tar.copyTo(content);
        yield content.toString(StandardCharsets.UTF_8);
      }
    };
  }

  /** Unpacks a tar as the content of a folder. */
  CopyReport write(String path, byte[] tar) throws IOException {
    return write(path, Optional.empty(), new ByteArrayInputStream(tar));
  }

  CopyReport write(String path, Optional<String> as, InputStream tar) throws IOException {
    return kit.files().write("bob", Optional.empty(), path, as, tar);
  }

  static TarEntry file(String name, String text) {
    return new TarEntry(Kind.FILE, name, "", text.length(), 0644, 1_000_000_000);
  }

  static TarEntry folder(String name) {
    return new TarEntry(Kind.FOLDER, name, "", 0, 0755, 0);
  }

  static TarEntry link(String name, String target) {
    return new TarEntry(Kind.LINK, name, target, 0, 0777, 0);
  }

  static TarEntry hardLink(String name, String target) {
    return new TarEntry(Kind.HARD_LINK, name, target, 0, 0777, 0);
  }

  /** Packs entries; each file has the text of its name, repeated or cut to its size. */
  static byte[] tar(TarEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut tar = new TarOut(bytes);
    for (TarEntry entry : entries) {
      if (entry.kind() == Kind.FILE) {
        byte[] text = "x".repeat((int) entry.size()).getBytes(StandardCharsets.US_ASCII);
        InputStream content = new ByteArrayInputStream(text);
        var unused = tar.add(entry, content::read);
      } else {
        tar.add(entry);
      }
    }
    tar.finish();
    return bytes.toByteArray();
  }

  static void shell(Path folder, String script) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder("sh", "-ec", script).directory(folder.toFile()).inheritIO().start();
    if (shell.waitFor() != 0) {
      throw new IOException("the script failed: " + script);
    }
  }

  /** Gives everything in the workspace to the agent, as if it had made it. */
  void give() throws IOException, InterruptedException {
    if (System.getProperty("user.name").equals("root")) {
      shell(workspace, "chown -hR " + uid() + ":" + uid() + " .");
    }
  }

  static List<String> names(Path folder) throws IOException {
    try (var all = Files.walk(folder)) {
      return all.map(path -> folder.relativize(path).toString()).sorted().skip(1).toList();
    }
  }

  @Override
  public void close() throws IOException {
    kit.close();
  }

  static void assertRefused(ErrorCode code, String text, ThrowingCallable work) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(work)
        .satisfies(
            e -> {
              assertThat(e.problem().title()).contains(text);
              assertThat(e.problem().code()).isEqualTo(code);
            });
  }
}
