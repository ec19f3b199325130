package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.home.time.SystemTime;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.weights.LocalModel;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs SmolLM2 in its process. */
@Tag("model")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RealModelTest {
  private static final Path WEIGHTS = Path.of(environment("OTTERS_TEST_WEIGHTS"));
  private static final String STORY = "Write a very long story about a lighthouse.";

  /** Threads that compute together are slow where other tests take the processors. */
  private static final int THREADS = 1;

  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path folder;
  private final SystemTime time = new SystemTime();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> deltas = Collections.synchronizedList(new ArrayList<>());
  private Path folders;
  private LocalProvider provider;

  @BeforeEach
  void open() {
    folders = folder.resolve("llama");
    provider = provider(WEIGHTS, LONG, false);
  }

  @AfterEach
  void close() {
    provider.close();
    threads.shutdownNow();
    time.close();
    await(() -> children().isEmpty());
  }

  @Test
  void itAnswersAndStreamsAndCounts() throws Exception {
    Completion completion = ask("Say hello.", "60");

    assertThat(completion.text()).isNotBlank();
    assertThat(deltas).hasSizeGreaterThan(3);
    assertThat(String.join("", deltas)).isEqualTo(completion.text());
    assertThat(completion.usage().inputTokens()).isBetween(8L, 40L);
    assertThat(completion.usage().outputTokens()).isBetween(3L, 60L);
  }

  @Test
  void anAnswerThatIsCutSaysSo() throws Exception {
    assertThat(ask(STORY, "5").stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void aRunningChildHasLeftNoFiles() throws Exception {
    ask("Say hello.", "5");

    assertThat(folders).isEmptyDirectory();
    assertThat(children()).hasSize(1);
  }

  @Test
  void theGrammarHolds() throws Exception {
    provider.close();
    provider = provider(WEIGHTS, LONG, true);

    Completion completion = ask("List the files.", "300");

    boolean called = completion.toolCalls().stream().anyMatch(call -> call.name().equals("sh"));
    assertThat(called || !completion.text().isEmpty()).isTrue();
    assertThat(completion.text()).doesNotContain("{\"answer\"");
  }

  @Test
  void aCancelledCompletionEndsWithinASecondAndTheChildLives() throws Exception {
    Future<Completion> running = start(STORY);
    await(() -> !deltas.isEmpty());
    long child = children().getFirst().pid();

    long began = System.nanoTime();
    running.cancel(true);
    await(provider::isIdle);

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(ask("Say hello.", "5").text()).isNotBlank();
    assertThat(children()).extracting(ProcessHandle::pid).containsExactly(child);
  }

  @Test
  void aKilledChildCostsOneRequest() throws Exception {
    Future<Completion> running = start(STORY);
    await(() -> !deltas.isEmpty());

    children().getFirst().destroyForcibly();

    assertThatThrownBy(running::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
              assertThat(e).hasMessageContaining("by signal 9");
            });
    assertThat(ask("Say hello.", "5").text()).isNotBlank();
  }

  @Test
  void twoAgentsAreServedByOneChild() throws Exception {
    Future<Completion> first = start("Count to ten.");
    Future<Completion> second = start("Name three colours.");

    assertThat(first.get().text()).isNotBlank();
    assertThat(second.get().text()).isNotBlank();
    assertThat(children()).hasSize(1);
  }

  @Test
  void aModelThatNobodyUsesIsUnloaded() throws Exception {
    provider.close();
    provider = provider(WEIGHTS, Duration.ofMillis(100), false);

    ask("Say hello.", "5");

    await(() -> children().isEmpty());
  }

  @Test
  void damagedWeightsAreNamed() throws Exception {
    Path damaged = folder.resolve("damaged.gguf");
    try (InputStream whole = Files.newInputStream(WEIGHTS)) {
      Files.write(damaged, whole.readNBytes(1_000_000));
    }

    assertRefused(damaged, "the weights of local/smol are damaged", "otters model pull smol");
  }

  @Test
  void aFileThatIsNoModelIsNamed() throws Exception {
    Path text = Files.writeString(folder.resolve("text.gguf"), "Dear reader,");

    assertRefused(text, "is not a GGUF file", "otters model rm smol");
  }

  @Test
  void aMissingFileIsNamed() {
    assertRefused(folder.resolve("none.gguf"), "cannot read", "otters model pull smol");
  }

  @Test
  void aChildEndsWithItsParent() throws Exception {
    Process parent =
        new ProcessBuilder(
                java().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                folder.resolve("child").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    await(() -> Files.exists(folder.resolve("child")));
    long pid = Long.parseLong(Files.readString(folder.resolve("child")));
    ProcessHandle child = ProcessHandle.of(pid).orElseThrow();

    parent.destroyForcibly();

    await(() -> !child.isAlive());
  }

  /** Loads a model, writes the child's process id into a file, and waits to be killed. */
  static final class Parent {
    private Parent() {}

    /** Runs it with the file as its argument. */
    public static void main(String[] arguments) throws Exception {
      Path file = Path.of(arguments[0]);
      launcher(file.resolveSibling("parent"))
          .start(LoadSettings.usual(model(WEIGHTS, false), THREADS));
      long pid = children().getFirst().pid();
      Path fresh = Files.writeString(file.resolveSibling("child.new"), Long.toString(pid));
      Files.move(fresh, file);
      Thread.currentThread().join();
    }
  }

  private void assertRefused(Path weights, String message, String remedy) {
    provider.close();
    provider = provider(weights, LONG, false);

    assertThatThrownBy(() -> ask("Hello?", "5"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.PERMANENT);
              assertThat(e).hasMessageContaining(message);
              assertThat(e.remedy()).contains(remedy);
            });
    await(() -> children().isEmpty());
    assertThat(folders).isEmptyDirectory();
  }

  private Completion ask(String question, String maxTokens) throws InterruptedException {
    return provider.complete(request(question, maxTokens), deltas::add);
  }

  private Future<Completion> start(String question) {
    return threads.submit(() -> ask(question, "1500"));
  }

  private static CompletionRequest request(String question, String maxTokens) {
    return new CompletionRequest(
        "smol",
        List.of(new ChatMessage.User(question)),
        List.of(LocalSamples.SHELL),
        Map.of("max-tokens", maxTokens));
  }

  private LocalProvider provider(Path weights, Duration idle, boolean choosesTools) {
    ModelSlot bench =
        new ModelSlot(
            launcher(folders), AvailableMemory.ofThisMachine(), idle, time, () -> THREADS);
    return new LocalProvider(LocalSamples.installed(model(weights, choosesTools)), bench);
  }

  private static ProcessLauncher launcher(Path folders) {
    ChildProgram program = new ChildProgram(java(), Path.of(environment("OTTERS_TEST_LLAMA")));
    return new ProcessLauncher(program, folders, ChildTimeouts.USUAL);
  }

  private static LocalModel model(Path weights, boolean choosesTools) {
    return new LocalModel("smol", weights, 98_362_432, LocalSamples.DIGEST, 2048, choosesTools);
  }

  private static Path java() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  private static List<ProcessHandle> children() {
    try (Stream<ProcessHandle> all = ProcessHandle.current().children()) {
      return all.filter(ProcessHandle::isAlive).toList();
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited for too long").isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static String environment(String name) {
    return Objects.requireNonNull(System.getenv(name), name + " is not set");
  }
}
