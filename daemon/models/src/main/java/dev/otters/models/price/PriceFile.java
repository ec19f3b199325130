package dev.otters.models.price;

import dev.otters.home.text.FileStamp;
import dev.otters.home.text.WatchedFile;
import dev.otters.home.text.WrittenFile;
import dev.otters.home.yaml.YamlFileException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prices and sizes of the release and, before them, those of {@code prices.yaml}. Each access
 * checks the file for a change, and reads it once a writer has finished. While the file has errors,
 * its last valid content applies. Thread-safe.
 */
public final class PriceFile implements Prices {
  private static final Logger LOG = LoggerFactory.getLogger(PriceFile.class);
  private static final String BUNDLED = "prices.yaml";

  private final PriceList bundled = PriceList.parse(BUNDLED, resource());
  private final Path file;
  private final Function<String, Optional<String>> kinds;
  private final WatchedFile<State> state;

  private record State(PriceList own, Optional<String> problem) {}

  /**
   * Creates the list.
   *
   * @param file the operator's file, which need not exist
   * @param kinds returns the kind of a provider by its name; empty for an unknown one
   */
  public PriceFile(Path file, Function<String, Optional<String>> kinds) {
    this.file = file;
    this.kinds = kinds;
    this.state =
        new WatchedFile<>(
            file,
            new State(PriceList.EMPTY, Optional.empty()),
            old -> {
              Optional<FileStamp> stamp = FileStamp.look(file);
              return new WatchedFile.Read<>(read(old), stamp);
            });
  }

  @Override
  public Optional<Price> of(String model) {
    return Stream.concat(own(model), shipped(model))
        .flatMap(entry -> entry.price().stream())
        .findFirst();
  }

  @Override
  public ModelSize size(String model, ModelSize reported) {
    return Stream.of(sizes(own(model)), Stream.of(reported), sizes(shipped(model)))
        .flatMap(sizes -> sizes)
        .reduce(ModelSize.UNKNOWN, ModelSize::or);
  }

  private static Stream<ModelSize> sizes(Stream<PriceList.Entry> entries) {
    return entries.map(PriceList.Entry::size);
  }

  private Stream<PriceList.Entry> own(String model) {
    Named named = Named.of(model);
    PriceList list = state.content().own();
    return Stream.concat(Stream.of(named.provider()), kinds.apply(named.provider()).stream())
        .flatMap(provider -> list.find(provider, named.model()));
  }

  private Stream<PriceList.Entry> shipped(String model) {
    Named named = Named.of(model);
    return bundled.find(kinds.apply(named.provider()).orElse(named.provider()), named.model());
  }

  /** A model whose provider may be missing. */
  private record Named(String provider, String model) {
    static Named of(String text) {
      int slash = text.indexOf('/');
      return new Named(text.substring(0, Math.max(0, slash)), text.substring(slash + 1));
    }
  }

  @Override
  public Optional<String> problem() {
    return state.content().problem();
  }

  private State read(State old) {
    try {
      PriceList own = PriceList.parse(file.toString(), WrittenFile.read(file));
      LOG.atInfo().addKeyValue("prices", own.entries().size()).log("Read prices.yaml");
      return new State(own, Optional.empty());
    } catch (NoSuchFileException _) {
      return new State(PriceList.EMPTY, Optional.empty());
    } catch (YamlFileException e) {
      return wrong(old, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return wrong(old, file + ": " + e.getMessage());
    }
  }

  private static State wrong(State old, String problem) {
    LOG.atError().addKeyValue("problem", problem).log("prices.yaml has an error");
    return new State(old.own(), Optional.of(problem));
  }

  private static String resource() {
    try (InputStream in = PriceFile.class.getResourceAsStream(BUNDLED)) {
      if (in == null) {
        throw new IllegalStateException("the release has no " + BUNDLED);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
