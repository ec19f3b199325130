package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.LabelKeys;
import dev.otters.agentfile.Names;
import dev.otters.agentfile.ProblemCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses the directives that set keys, grant capabilities and pass arguments. */
final class Settings {
  private static final Pattern ARG_KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,62}");

  private Settings() {}

  static void config(Operands in, Draft draft) {
    Token key = in.key("a key", "=!");
    String kebab = Names.kebab(key.text());
    in.check(ProblemCode.INVALID_KEY, key, Names.complaintAboutKey(kebab), () -> validKey(kebab));
    boolean required = in.take('!');
    Optional<ConfigValue> value = in.take('=') ? Optional.of(configValue(in)) : Optional.empty();
    String description = in.description();
    in.end();
    if (required && value.isPresent()) {
      in.check(ProblemCode.CONFLICT, key, Optional.of(Config.REQUIRED_WITH_DEFAULT));
    }
    if (in.ok()) {
      draft.declare(new Config(kebab, value, required, description), key);
      warnIfMisspelt(kebab, key, draft);
    }
  }

  /**
   * Warns about keys that resemble one of this release's runtime. Other runtimes may know others.
   */
  private static void warnIfMisspelt(String kebab, Token key, Draft draft) {
    Optional<String> near = Suggestions.nearest(kebab, ConfigKeys.all());
    if (near.isPresent() && !ConfigKeys.all().contains(kebab)) {
      String message = "CONFIG " + key.shown() + " is not one that the runtime knows";
      draft.warn(ProblemCode.UNKNOWN_CONFIG, key, message, () -> near);
    }
  }

  static void env(Operands in, Draft draft) {
    Token key = in.key("a key", "=");
    in.check(
        ProblemCode.INVALID_KEY,
        key,
        Env.complaintAboutKey(key.text()),
        () -> validEnvKey(key.text()));
    in.expect('=', "ENV needs = after the key, as in KEY=value or KEY=\"\"");
    Token value = in.value();
    String description = in.description();
    in.end();
    if (in.ok()) {
      draft.declare(new Env(key.text(), value.text(), description), key);
    }
  }

  static void exec(Operands in, Draft draft) {
    Spot start = in.spot();
    in.expect('[', "EXEC needs a list of quoted strings in [ ]");
    var arguments = new ArrayList<String>();
    if (!in.take(']')) {
      do {
        arguments.add(in.string("an argument").text());
      } while (in.take(','));
      in.expect(']', "EXEC needs , or ] after an argument");
    }
    in.end();
    if (in.ok()) {
      draft.declare(new Agentfile.Exec(arguments), new Token("", start, Token.Form.BARE));
    }
  }

  static void label(Operands in, Draft draft) {
    Token key = in.key("a key", "=");
    in.expect('=', "LABEL needs = after the key, as in key=\"value\"");
    Token value = in.definedValue();
    in.end();
    if (in.ok()) {
      draft.declare(new Agentfile.Label(key.text(), value.text()), key, value);
      warnIfUnknownLabel(key, draft);
    }
  }

  /** Warns about labels that look like a misspelt label of Otters. */
  private static void warnIfUnknownLabel(Token key, Draft draft) {
    List<String> known = LabelKeys.all();
    if (key.text().startsWith("io.openotters.") && !known.contains(key.text())) {
      String message = "label " + key.shown() + " is not one that Otters knows";
      draft.warn(
          ProblemCode.UNKNOWN_LABEL, key, message, () -> Suggestions.nearest(key.text(), known));
    }
  }

  static void arg(Operands in, Draft draft) {
    Token key = in.key("a key", "=");
    in.check(ProblemCode.INVALID_KEY, key, complaintAboutArg(key.text()));
    if (key.isPresent()) {
      draft.expander().declare(key.text());
    }
    Optional<String> byDefault = in.take('=') ? Optional.of(in.value().text()) : Optional.empty();
    in.end();
    if (in.ok()) {
      draft
          .expander()
          .define(key.text(), byDefault)
          .ifPresent(value -> draft.add(new Agentfile.Arg(key.text(), value)));
    }
  }

  static void capability(Operands in, Draft draft) {
    do {
      Token name = in.word("the name of a capability");
      Optional<Capability> capability = Capability.find(name.text());
      capability.ifPresent(draft::add);
      if (capability.isEmpty() && name.isPresent()) {
        in.error(
            ProblemCode.UNKNOWN_CAPABILITY,
            name,
            "is not a capability",
            Capability.names(),
            () -> meant(name.text()));
      }
    } while (in.hasMore());
  }

  private static Optional<String> meant(String name) {
    String spaced = name.replace(',', ' ').strip();
    boolean list =
        name.indexOf(',') >= 0
            && Arrays.stream(spaced.split(" +", 64))
                .allMatch(it -> Capability.find(it).isPresent());
    return list ? Optional.of(spaced) : Suggestions.nearest(Names.kebab(name), Capability.names());
  }

  private static Optional<String> complaintAboutArg(String key) {
    return ARG_KEY.matcher(key).matches()
        ? Optional.empty()
        : Optional.of(
            "must be 1 to 63 letters, digits, '_', '.' or '-', and start with a letter or '_'");
  }

  private static ConfigValue configValue(Operands in) {
    Token value = in.definedValue();
    return value.isQuoted() ? new ConfigValue.Text(value.text()) : ConfigValue.ofBare(value.text());
  }

  private static Optional<String> validKey(String key) {
    return Optional.of(key.toLowerCase(Locale.ROOT))
        .filter(it -> Names.complaintAboutKey(it).isEmpty());
  }

  private static Optional<String> validEnvKey(String key) {
    return Optional.of(key.toUpperCase(Locale.ROOT).replace('-', '_'))
        .filter(it -> !it.equals(key) && Env.complaintAboutKey(it).isEmpty());
  }
}
