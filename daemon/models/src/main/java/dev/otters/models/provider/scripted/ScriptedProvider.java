package dev.otters.models.provider.scripted;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers from a script instead of a model. The first rule whose conditions hold applies. The model
 * {@code scripted/NAME} is the file {@code NAME.yaml} in the first folder that has it, read for
 * each completion. A token counts as four characters.
 */
public final class ScriptedProvider implements Provider {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");
  private static final Pattern GROUP = Pattern.compile("\\$\\{(\\d)}");
  private static final Pattern PIECE = Pattern.compile("\\S+\\s*|\\s+");
  private static final String ENDING = ".yaml";
  private static final int CHARACTERS_PER_TOKEN = 4;

  private final List<Path> folders;

  /** Creates a provider that searches these folders in order; a folder may be missing. */
  public ScriptedProvider(List<Path> folders) {
    this.folders = List.copyOf(folders);
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public void check(String model) {
    rules(model);
  }

  @Override
  public List<ModelOffer> models() {
    return folders.stream()
        .flatMap(ScriptedProvider::scripts)
        .distinct()
        .sorted()
        .map(name -> new ModelOffer(name, Optional.empty(), "a script, not a model"))
        .toList();
  }

  private static Stream<String> scripts(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .filter(name -> NAME.matcher(name).matches())
          .toList()
          .stream();
    } catch (IOException e) {
      throw ModelException.permanent(
          Reason.FAILED,
          "cannot list the scripts in " + folder + ": " + e.getMessage(),
          "Make the folder readable for the daemon's user.");
    }
  }

  @Override
  public Completion complete(CompletionRequest request, Consumer<String> text)
      throws InterruptedException {
    Situation situation = Situation.of(request.messages());
    for (Rule rule : rules(request.model())) {
      Optional<MatchResult> found = situation.match(rule);
      if (found.isPresent()) {
        return answer(rule, found.get(), situation, request, text);
      }
    }
    throw ModelException.permanent(
        Reason.FAILED,
        "no rule of the script %s matches".formatted(request.model()),
        "End the script with a rule without \"when\".");
  }

  private static Completion answer(
      Rule rule,
      MatchResult found,
      Situation situation,
      CompletionRequest request,
      Consumer<String> text)
      throws InterruptedException {
    String say = fill(rule.say(), found);
    Matcher piece = PIECE.matcher(say);
    while (piece.find()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (rule.delay().isPositive()) {
        Thread.sleep(rule.delay());
      }
      text.accept(piece.group());
    }
    List<ToolCall> calls = new ArrayList<>();
    for (Rule.Call call : rule.calls()) {
      List<String> args = call.args().stream().map(arg -> fill(arg, found)).toList();
      String input = new ToolInput(args, fill(call.stdin(), found)).toJson();
      calls.add(new ToolCall("call_" + (situation.calls() + calls.size() + 1), call.tool(), input));
    }
    StopReason reason = calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
    long output =
        say.length() + calls.stream().mapToLong(call -> call.argumentsJson().length()).sum();
    Usage usage = new Usage(tokens(size(request.messages())), tokens(output));
    return new Completion(say, calls, reason, usage);
  }

  private static String fill(String text, MatchResult found) {
    return GROUP
        .matcher(text)
        .replaceAll(
            group -> {
              int number = Integer.parseInt(group.group(1));
              String value = number <= found.groupCount() ? found.group(number) : null;
              return Matcher.quoteReplacement(value == null ? "" : value);
            });
  }

  private static long size(List<ChatMessage> messages) {
    return messages.stream()
        .mapToLong(
            message ->
                switch (message) {
                  case ChatMessage.System(String text) -> text.length();
                  case ChatMessage.User(String text) -> text.length();
                  case ChatMessage.Assistant(String text, var calls, _) ->
                      text.length()
                          + calls.stream().mapToLong(call -> call.argumentsJson().length()).sum();
                  case ChatMessage.ToolResult result -> result.text().length();
                })
        .sum();
  }

  private static long tokens(long characters) {
    return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
  }

  private List<Rule> rules(String model) {
    if (!NAME.matcher(model).matches()) {
      throw ModelException.permanent(
          Reason.MODEL_UNKNOWN,
          "\"" + model + "\" is not a valid script name",
          "Use letters, digits, dots, underscores and dashes.");
    }
    Path file =
        folders.stream()
            .map(folder -> folder.resolve(model + ENDING))
            .filter(Files::isRegularFile)
            .findFirst()
            .orElseThrow(() -> missing(model));
    try {
      return ScriptParser.parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw ModelException.permanent("cannot read the script " + file + ": " + e.getMessage());
    } catch (YamlFileException e) {
      throw ModelException.permanent(Reason.FAILED, e.getMessage(), "Correct the script.");
    }
  }

  private ModelException missing(String model) {
    List<String> looked =
        folders.stream().map(folder -> folder.resolve(model + ENDING).toString()).toList();
    return ModelException.permanent(
        Reason.MODEL_UNKNOWN,
        "there is no script \"%s\"; looked for %s".formatted(model, String.join(" and ", looked)),
        "Write the script, or choose another model.");
  }
}
