package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.git.testkit.TestRepository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A git repository that the daemon clones for an agent. */
@Tag("bubblewrap")
class RepoMountTest {
  private static final String MAIN = "refs/heads/main";
  private static final String FILE = "/workspace/repos/docs/README.md";

  @TempDir private Path folder;
  @AutoClose private Otters otters;
  private TestRepository repository;

  @BeforeEach
  void anAgentAndARepository() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.shellModel("shell");
    otters.run("run", otters.agentWithShell("reader", "scripted/shell").toString()).ok();
    repository = new TestRepository(folder.resolve("docs.git"));
    commit("first");
  }

  private String commit(String text) throws IOException {
    return repository.commit(MAIN, Map.of("README.md", repository.file(text)));
  }

  private Run repo(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "repo";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return otters.run(command);
  }

  private String ask(String command) {
    return otters.run("prompt", "-s", "s", "reader", "run " + command).ok();
  }

  @Test
  void theAgentReadsOneCommitUntilItIsRefreshed() throws IOException {
    String url = folder.resolve("docs.git").toUri().toString();
    repo("add", "reader", "docs", url).ok();
    assertThat(ask("cat " + FILE)).contains("first");
    assertThat(ask("cat /etc/context/MOUNTS.md")).contains("/workspace/repos");
    assertThat(ask("echo mine >" + FILE + " || echo refused")).contains("refused");
    assertThat(ask("rm -r /workspace/repos/docs || echo refused")).contains("refused");

    String second = commit("second");
    otters.killDaemon();
    assertThat(ask("cat " + FILE)).contains("first");
    repo("refresh", "reader", "docs").ok();
    assertThat(ask("cat " + FILE)).contains("second");
    assertThat(repo("ls", "reader").ok()).contains("docs", second.substring(0, 12));
    assertThat(otters.run("resources", "attachments", "reader", "s").ok())
        .contains("repo_mount", "/workspace/repos/docs", url);

    repo("rm", "reader", "docs").ok();
    assertThat(ask("ls " + FILE + " || echo gone")).contains("gone");
    otters.run("rm", "-f", "reader").ok();
    otters.assertNoAgentIsLeft();
  }

  @Test
  void noRepositoryComesFromAFolderThatAnAgentCanWriteTo() throws IOException {
    String url = folder.resolve("docs.git").toUri().toString();
    otters.run("update", "reader", "-v", folder + ":/workspace/src:rw").ok();

    assertThat(repo("add", "reader", "docs", url).err()).contains("an agent can write to");
    assertThat(repo("ls", "reader").ok()).doesNotContain("docs.git");
  }
}
