package dev.otters.models.provider;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.SourceProblem;
import dev.otters.home.text.FileStamp;
import dev.otters.home.text.WatchedFile;
import dev.otters.models.provider.ProvidersFile.Content;
import dev.otters.models.provider.ProvidersYaml.Parsed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the content of {@code providers.yaml}. Each access checks the file for a change, and reads
 * it once a writer has finished. While the file has errors, its last valid content applies. Safe
 * for use by any thread.
 */
final class ProvidersStore {
  private static final Logger LOG = LoggerFactory.getLogger(ProvidersStore.class);
  private static final String CORRECT =
      "Correct the file. Until then, its last valid content applies. The daemon notices the"
          + " change itself.";

  private final ProvidersFile file;
  private final WatchedFile<Current> state;
  private final Consumer<List<ProviderEntry>> changed;

  /**
   * The configuration that applies now.
   *
   * @param problem the problem of the file; empty if it is valid
   */
  record Current(List<ProviderEntry> entries, Optional<Problem> problem, List<String> warnings) {
    Optional<ProviderEntry> entry(String name) {
      return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }
  }

  /**
   * Reads the file, if it exists.
   *
   * @param changed receives the providers whenever the file was read
   */
  ProvidersStore(Path path, Consumer<List<ProviderEntry>> changed) {
    this.changed = changed;
    file = new ProvidersFile(path);
    state =
        new WatchedFile<>(path, new Current(List.of(), Optional.empty(), List.of()), this::loaded);
    state.read();
  }

  Path path() {
    return file.path();
  }

  Current current() {
    return state.content();
  }

  private WatchedFile.Read<Current> loaded(Current old) {
    List<ProviderEntry> kept = old.entries();
    try {
      Content content = file.read();
      Parsed parsed = ProvidersYaml.parse(path().toString(), content.text());
      Optional<FileStamp> stamp = Optional.of(content.stamp());
      List<String> warnings = new ArrayList<>(content.warning().stream().toList());
      warnings.forEach(warning -> LOG.atWarn().log(warning));
      if (!parsed.good()) {
        Problem problem = invalid(parsed.findings());
        LOG.atError().addKeyValue("findings", places(parsed)).log("providers.yaml has errors");
        return new WatchedFile.Read<>(new Current(kept, Optional.of(problem), warnings), stamp);
      }
      parsed.findings().forEach(finding -> warnings.add(text(finding)));
      changed.accept(parsed.entries());
      LOG.atInfo()
          .addKeyValue("providers", parsed.entries().stream().map(ProviderEntry::name).toList())
          .log("Read providers.yaml");
      return new WatchedFile.Read<>(
          new Current(parsed.entries(), Optional.empty(), warnings), stamp);
    } catch (IOException e) {
      Problem problem = unreadable(e);
      LOG.atError().addKeyValue("why", e.toString()).log("providers.yaml cannot be read");
      return new WatchedFile.Read<>(
          new Current(kept, Optional.of(problem), List.of()), FileStamp.look(path()));
    }
  }

  private Problem unreadable(IOException e) {
    return Problem.of(
        ErrorCode.INVALID_REQUEST,
        path() + " cannot be read: " + e.getMessage(),
        "Make the daemon's user the owner of the file. Until then, its last valid content"
            + " applies.");
  }

  private Problem invalid(List<SourceProblem> findings) {
    List<SourceProblem> errors =
        findings.stream().filter(it -> it.severity().equals(SourceProblem.ERROR)).toList();
    String count = errors.size() == 1 ? "an error" : errors.size() + " errors";
    return Problem.of(ErrorCode.INVALID_REQUEST, path() + " has " + count, CORRECT)
        .withProblems(errors);
  }

  private static List<String> places(Parsed parsed) {
    return parsed.findings().stream().map(ProvidersStore::text).toList();
  }

  private static String text(SourceProblem finding) {
    return finding.place() + ": " + finding.message();
  }

  /**
   * Changes the file.
   *
   * @param change returns the new text; its exceptions are passed on
   * @return whether the file keeps its comments
   * @throws ApiException if the file has errors or cannot be written; nothing changes then
   */
  synchronized boolean change(Function<ProvidersText, ProvidersText.Changed> change) {
    try {
      Content content = file.read();
      Parsed parsed = ProvidersYaml.parse(path().toString(), content.text());
      if (!parsed.good()) {
        throw new ApiException(invalid(parsed.findings()));
      }
      ProvidersText.Changed changed = change.apply(new ProvidersText(content.text()));
      file.write(changed.text());
      state.read();
      return changed.kept();
    } catch (IOException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.INTERNAL,
              path() + " cannot be changed: " + e.getClass().getSimpleName() + " " + e.getMessage(),
              "Check that the daemon's user owns the file and its folder, and that the disk has"
                  + " free space."),
          e);
    }
  }
}
