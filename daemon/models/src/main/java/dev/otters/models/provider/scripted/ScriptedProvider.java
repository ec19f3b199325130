package dev.otters.models.provider.scripted;

import dev.otters.home.yaml.YamlFileException;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers from a script instead of a model. The first rule whose conditions hold applies. The model
 * {@code scripted/NAME} is the file {@code NAME.yaml} in the first folder that has it, read for
 * each completion. A token counts as four characters.
 */
public final class ScriptedProvider extends FileProvider {
  private static final Pattern GROUP = Pattern.compile("\\$\\{(\\d)}");

  /** Creates a provider that searches these folders in order; a folder may be missing. */
  public ScriptedProvider(List<Path> folders) {
    super("scripted", "a script, not a model", new ScriptFolders(folders, ".yaml", "script"));
  }

  @Override
  public void check(String model) {
    rules(model);
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
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
    List<ToolCall> calls = new ArrayList<>();
    for (Rule.Call call : rule.calls()) {
      String id = "call_" + (situation.calls() + calls.size() + 1);
      calls.add(new ToolCall(id, call.tool(), input(call, found)));
    }
    return new Answer(fill(rule.say(), found), calls).speak(request.messages(), rule.delay(), text);
  }

  private static String input(Rule.Call call, MatchResult found) {
    if (call.input().isPresent()) {
      return fill(call.input().get(), found, ScriptedProvider::quoted);
    }
    List<String> args = call.args().stream().map(arg -> fill(arg, found)).toList();
    return new ToolInput(args, fill(call.stdin(), found)).toJson();
  }

  /** Returns a text as it stands within a string of JSON. */
  private static String quoted(String text) {
    String json = JsonMapper.shared().writeValueAsString(text);
    return json.substring(1, json.length() - 1);
  }

  private static String fill(String text, MatchResult found) {
    return fill(text, found, UnaryOperator.identity());
  }

  private static String fill(String text, MatchResult found, UnaryOperator<String> form) {
    return GROUP
        .matcher(text)
        .replaceAll(
            group -> {
              int number = Integer.parseInt(group.group(1));
              String value = number <= found.groupCount() ? found.group(number) : null;
              return Matcher.quoteReplacement(value == null ? "" : form.apply(value));
            });
  }

  private List<Rule> rules(String model) {
    Path file = files().file(model);
    try {
      return ScriptParser.parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw ModelException.permanent("cannot read the script " + file + ": " + e.getMessage());
    } catch (YamlFileException e) {
      throw ModelException.permanent(Reason.FAILED, e.getMessage(), "Correct the script.");
    }
  }
}
