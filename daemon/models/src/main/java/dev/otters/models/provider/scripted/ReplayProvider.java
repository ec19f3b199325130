package dev.otters.models.provider.scripted;

import dev.otters.home.text.FileStamp;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers as a model did in a recorded conversation. The model {@code replay/NAME} is the file
 * {@code NAME.jsonl} in the first folder that has it: an exported session, read again when it
 * changed. It gives the recorded answer to the same message of the user at the same step of the
 * turn.
 */
public final class ReplayProvider extends FileProvider {
  /** The limit on a recording in bytes. */
  private static final long MOST = 16 << 20;

  private volatile @Nullable Read last;

  /** Creates a provider that searches these folders in order; a folder may be missing. */
  public ReplayProvider(List<Path> folders) {
    super(
        "replay",
        "a recorded conversation, not a model",
        new ScriptFolders(folders, ".jsonl", "recording"));
  }

  @Override
  public void check(String model) {
    cassette(model);
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    Situation now = Situation.of(request.messages());
    long same =
        request.messages().stream()
            .filter(
                message ->
                    message instanceof ChatMessage.User user && user.text().equals(now.user()))
            .count();
    return cassette(request.model())
        .find(now.user(), now.step(), (int) same - 1)
        .orElseThrow(() -> unknown(request.model(), now))
        .speak(request.messages(), Duration.ZERO, text);
  }

  private static ModelException unknown(String model, Situation now) {
    return ModelException.permanent(
        Reason.FAILED,
        "the recording %s has no answer to step %d of this message".formatted(model, now.step()),
        "Send the messages of the recording, word by word.");
  }

  /** The last recording that was used. */
  private record Read(Path file, FileStamp stamp, Cassette cassette) {}

  private Cassette cassette(String model) {
    Path file = files().file(model);
    Optional<FileStamp> stamp = FileStamp.look(file);
    Read known = last;
    if (known != null && known.file().equals(file) && stamp.equals(Optional.of(known.stamp()))) {
      return known.cassette();
    }
    Cassette cassette = read(file);
    last = stamp.map(it -> new Read(file, it, cassette)).orElse(null);
    return cassette;
  }

  private static Cassette read(Path file) {
    try {
      if (Files.size(file) > MOST) {
        throw ModelException.permanent(
            Reason.FAILED,
            "the recording %s is larger than %d MiB".formatted(file, MOST >> 20),
            "Remove lines of it.");
      }
      return Cassette.parse(Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw ModelException.permanent("cannot read the recording " + file + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw ModelException.permanent(
          Reason.FAILED, file + ": " + e.getMessage(), "Export the session again.");
    }
  }
}
