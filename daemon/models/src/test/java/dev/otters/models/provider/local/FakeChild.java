package dev.otters.models.provider.local;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A child that says what a test tells it to. */
final class FakeChild implements Child {
  /** Starts fakes and remembers them. */
  static final class Launcher implements Child.Launcher {
    final List<FakeChild> started = new ArrayList<>();
    Function<GenerationRequest, String> answers = ask -> "Hello.";

    @Override
    public Child start(LoadSettings what) {
      FakeChild child = new FakeChild(what, answers);
      started.add(child);
      return child;
    }
  }

  final LoadSettings what;
  final List<GenerationRequest> asked = new ArrayList<>();
  private final Function<GenerationRequest, String> answers;
  volatile boolean usable = true;
  volatile boolean closed;

  private FakeChild(LoadSettings what, Function<GenerationRequest, String> answers) {
    this.what = what;
    this.answers = answers;
  }

  @Override
  public Generation complete(GenerationRequest ask, Consumer<String> deltas) {
    asked.add(ask);
    String text = answers.apply(ask);
    deltas.accept(text);
    boolean limited = text.length() >= ask.sampling().maxTokens();
    return new Generation(text, ask.promptTokens(), text.length(), limited);
  }

  @Override
  public int count(String text) {
    return text.length() / 4;
  }

  @Override
  public boolean isUsable() {
    return usable && !closed;
  }

  @Override
  public void close() {
    closed = true;
  }
}
