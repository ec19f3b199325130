package dev.otters.agentfile.parser;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Declaration;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.Resource;
import dev.otters.agentfile.Resource.Access;
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Makes a valid Agentfile from a seed: its text in one of many spellings, and its records. */
final class Generator {
  private static final String NAME_START = "abcXYZ019";
  private static final String NAME_REST = NAME_START + "._-";
  private static final String TEXT = "ab Z09 \t\"\\#!=<$€é🦦'[],";
  private static final String LINE = "ab \t\"\\#!=<>${}é🦦 FROM";

  private final Random random;
  private final StringBuilder text = new StringBuilder();
  private final List<Declaration> declarations = new ArrayList<>();

  Generator(long seed) {
    random = new Random(seed);
  }

  /** Returns the records that the text stands for. */
  Agentfile agentfile() {
    words("FROM", "scratch");
    int count = random.nextInt(20);
    for (int i = 0; i < count; i++) {
      noise();
      next();
    }
    return new Agentfile(text.toString(), Agentfile.SYNTAX, Agentfile.SCRATCH, declarations);
  }

  private void next() {
    switch (random.nextInt(15)) {
      case 0 -> {
        String image = "a.b/" + image();
        words("RUNTIME", image);
        declarations.add(new Agentfile.Runtime(ImageName.of(image)));
      }
      case 1 -> {
        String model = name() + "/" + name();
        words("MODEL", model);
        declarations.add(new Agentfile.Model(ModelName.of(model)));
      }
      case 2 -> {
        String name = name();
        words("NAME", name);
        declarations.add(new Agentfile.Name(name));
      }
      case 3 -> context();
      case 4 -> config();
      case 5 -> bin();
      case 6 -> env();
      case 7 -> exec();
      case 8 -> add();
      case 9 -> label();
      case 10 -> arg();
      case 11 -> resource();
      case 12 -> vault();
      case 13 -> skill();
      default -> capability();
    }
  }

  private void context() {
    String name = "C" + name(50);
    String description = description();
    if (random.nextBoolean()) {
      String body = body();
      words("CONTEXT", name, quotedOrNothing(description), "<<END\n" + body + "\n END");
      var inline = body.isEmpty() ? new Context.Empty() : new Context.Inline(body);
      declarations.add(new Context(name, description, inline));
    } else {
      String file = "./" + name();
      words("CONTEXT", name, quotedOrNothing(description), "file://" + file);
      declarations.add(new Context(name, description, new Context.FromFile(file)));
    }
  }

  private void config() {
    String key = "k" + random.nextInt(50);
    String description = description();
    int kind = random.nextInt(4);
    long number = random.nextLong();
    String value = string();
    switch (kind) {
      case 0 -> words("CONFIG", key + "!", quotedOrNothing(description));
      case 1 -> words("CONFIG", key, quotedOrNothing(description));
      case 2 -> words("CONFIG", key + "=" + number, quotedOrNothing(description));
      default -> words("CONFIG", key + " = " + quoted(value), quotedOrNothing(description));
    }
    Optional<ConfigValue> typed =
        switch (kind) {
          case 2 -> Optional.of(new ConfigValue.Int(number));
          case 3 -> Optional.of(new ConfigValue.Text(value));
          default -> Optional.empty();
        };
    declarations.add(new Config(key, typed, kind == 0, description));
  }

  private void bin() {
    String name = name();
    String image = image();
    String description = description();
    String body = random.nextBoolean() ? body() : "";
    words(
        "BIN",
        name,
        image,
        quotedOrNothing(description),
        body.isEmpty() ? "" : "<<END\n" + body + "\nEND");
    declarations.add(new Bin(name, ImageName.of(image), description, body));
  }

  private void env() {
    String key = "K" + random.nextInt(50);
    String value = string();
    String description = description();
    words("ENV", key + "=" + quoted(value), quotedOrNothing(description));
    declarations.add(new Env(key, value, description));
  }

  private void exec() {
    var arguments = new ArrayList<String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      arguments.add(string());
    }
    words("EXEC", arguments.stream().map(this::quoted).toList().toString());
    declarations.add(new Agentfile.Exec(arguments));
  }

  private void add() {
    String name = name();
    String description = description();
    String source = "dir//" + name();
    words("ADD", source, name, quotedOrNothing(description));
    declarations.add(new Add(source, name, description));
  }

  private void label() {
    String value = string();
    String key = "l" + random.nextInt(50);
    words("LABEL", key + "=" + quoted(value));
    declarations.add(new Agentfile.Label(key, value));
  }

  private void arg() {
    String value = string();
    String key = "a" + random.nextInt(50);
    words("ARG", key + "=" + quoted(value));
    declarations.add(new Agentfile.Arg(key, value));
  }

  private void resource() {
    String name = name();
    String kind = random.nextBoolean() ? name() : name;
    Access mode = random.nextBoolean() ? Access.READ : Access.READ_WRITE;
    String description = description();
    var settings = new LinkedHashMap<String, String>();
    var written = new ArrayList<>(List.of("RESOURCE", name));
    written.add(kind.equals(name) ? "" : "kind=" + kind);
    written.add(mode == Access.READ ? "" : "mode=" + pick("read-write", "read_write"));
    for (int i = random.nextInt(4); i > 0; i--) {
      settings.put("s" + i, string());
      written.add("s" + i + "=" + quoted(settings.get("s" + i)));
    }
    written.add(quotedOrNothing(description));
    String body = settings.isEmpty() && random.nextBoolean() ? "a: " + body() : "";
    written.add(body.isEmpty() ? "" : "<<END\n" + body + "\nEND");
    words(written.toArray(String[]::new));
    Optional<String> yaml = Optional.of(body).filter(it -> !it.isEmpty());
    declarations.add(new Resource(name, kind, mode, settings, yaml, description));
  }

  private void vault() {
    String bin = "b" + name(20);
    String image = image();
    String key = "V" + random.nextInt(50) + pick("", "_API_KEY");
    String description = description();
    words("BIN", bin, image);
    words("VAULT", bin, pick("ENV", "env") + "=" + key, "FOR=" + bin, quotedOrNothing(description));
    declarations.add(new Bin(bin, ImageName.of(image), "", ""));
    declarations.add(new Vault(bin, key, List.of(bin), description));
  }

  private void skill() {
    String name = name();
    String path = name();
    String image = image();
    String description = description();
    boolean folder = random.nextBoolean() || !image.contains(":");
    words("SKILL", name, folder ? "./" + path + "/" : image, quotedOrNothing(description));
    Skill.Source source = folder ? new Skill.Folder(path) : new Skill.Image(ImageName.of(image));
    declarations.add(new Skill(name, source, description));
  }

  private void capability() {
    var words = new ArrayList<>(List.of("CAPABILITY"));
    for (int i = random.nextInt(3); i >= 0; i--) {
      Capability capability = Capability.find(pick(Capability.names())).orElseThrow();
      declarations.add(capability);
      words.add(
          random.nextBoolean() ? capability.kebabName() : capability.kebabName().replace('-', '_'));
    }
    words(words.toArray(String[]::new));
  }

  private void words(String... words) {
    List<String> written = Stream.of(words).filter(it -> !it.isEmpty()).toList();
    text.append(random.nextInt(5) == 0 ? "\t " : "");
    for (int i = 0; i < written.size(); i++) {
      String word = written.get(i);
      text.append(i == 0 && random.nextBoolean() ? word.toLowerCase(Locale.ROOT) : word);
      text.append(i == written.size() - 1 ? "\n" : pick(" ", "  ", "\t"));
    }
  }

  private void noise() {
    text.append(pick("", "\n", " \t\n", "# FROM elsewhere <<END\n"));
  }

  private String description() {
    return random.nextBoolean() ? string() : "";
  }

  private String quotedOrNothing(String value) {
    return value.isEmpty() ? "" : quoted(value);
  }

  private String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", pick("\\\"", "\\u0022", "\\x22")) + '"';
  }

  private String body() {
    var lines = new ArrayList<String>();
    for (int i = random.nextInt(4); i > 0; i--) {
      lines.add(from(LINE, random.nextInt(30)));
    }
    lines.removeIf(it -> it.strip().equals("END"));
    while (!lines.isEmpty() && lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return String.join("\n", lines);
  }

  private String image() {
    return "tools/x" + random.nextInt(9) + pick("", ":1.0", "@sha256:" + "a1".repeat(32));
  }

  private String name() {
    return name(63);
  }

  private String name(int longest) {
    return from(NAME_START, 1) + from(NAME_REST, random.nextInt(longest - 1));
  }

  private String string() {
    return from(TEXT, random.nextInt(20));
  }

  private String from(String alphabet, int length) {
    int[] characters = alphabet.codePoints().toArray();
    var made = new StringBuilder();
    for (int i = 0; i < length; i++) {
      made.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return made.toString();
  }

  private String pick(String... choices) {
    return pick(List.of(choices));
  }

  private String pick(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
