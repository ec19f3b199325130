package dev.otters.agentfile.resolve;

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
import dev.otters.agentfile.Skill;
import dev.otters.agentfile.Vault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/** Makes definitions of few names, so that many of them meet. */
final class Randomly {
  private static final List<Capability> CAPABILITIES = List.of(Capability.values());

  private final Random random;

  Randomly(long seed) {
    random = new Random(seed);
  }

  Agentfile agentfile() {
    String source = "text " + random.nextInt();
    String from = "p" + name();
    int count = random.nextInt(25);
    List<Declaration> declarations = Stream.generate(this::declaration).limit(count).toList();
    return new Agentfile(source, Agentfile.SYNTAX, from, declarations);
  }

  private Declaration declaration() {
    String value = "v" + random.nextInt(100);
    return switch (random.nextInt(17)) {
      case 0 -> new Agentfile.Runtime(ImageName.of("runtime:" + value));
      case 1 -> new Agentfile.Model(new ModelName("scripted", value));
      case 2 -> new Agentfile.Name(value);
      case 3, 4 -> new Context(name(), value, new Context.Inline(value));
      case 5, 6 -> config(value);
      case 7 -> new Bin(name(), ImageName.of("tools/a:" + value), "", "");
      case 8 -> new Add(value, name(), "");
      case 9 -> new Agentfile.Exec(random.nextInt(4) == 0 ? List.of() : List.of(value));
      case 10 -> new Agentfile.Label(name(), value);
      case 11 -> new Env(name(), value, "");
      case 12 -> CAPABILITIES.get(random.nextInt(CAPABILITIES.size()));
      case 13 -> resource(value);
      case 14 -> new Vault(name(), name(), List.of(value), "");
      case 15 -> new Agentfile.Arg(name(), value);
      default -> new Skill(name(), new Skill.Folder(value), "");
    };
  }

  private Config config(String value) {
    Optional<ConfigValue> text = Optional.of(new ConfigValue.Text(value));
    return new Config(
        name().toLowerCase(Locale.ROOT),
        random.nextInt(3) == 0 ? Optional.empty() : text,
        false,
        value);
  }

  private Resource resource(String value) {
    return new Resource(
        name(), "kind", Resource.Access.READ, new LinkedHashMap<>(), Optional.of(value), "");
  }

  private String name() {
    return List.of("A", "B", "C", "D").get(random.nextInt(4));
  }
}
