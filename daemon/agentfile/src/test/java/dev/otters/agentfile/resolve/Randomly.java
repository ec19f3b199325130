package dev.otters.agentfile.resolve;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.AgentfileBuilder;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
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

/** Makes definitions of few names, so that many of them meet. */
final class Randomly {
  private static final List<Capability> CAPABILITIES = List.of(Capability.values());

  private final Random random;

  Randomly(long seed) {
    random = new Random(seed);
  }

  Agentfile agentfile() {
    var builder = new AgentfileBuilder().source("text " + random.nextInt()).from("p" + name());
    int count = random.nextInt(25);
    for (int i = 0; i < count; i++) {
      directive(builder);
    }
    return builder.build();
  }

  private void directive(AgentfileBuilder builder) {
    String value = "v" + random.nextInt(100);
    switch (random.nextInt(16)) {
      case 0 -> builder.runtime(ImageName.of("runtime:" + value));
      case 1 -> builder.model(new ModelName("scripted", value));
      case 2 -> builder.name(value);
      case 3, 4 -> builder.add(new Context(name(), value, new Context.Inline(value)));
      case 5, 6 -> builder.add(config(value));
      case 7 -> builder.add(new Bin(name(), ImageName.of("tools/a:" + value), "", ""));
      case 8 -> builder.add(new Add(value, name(), ""));
      case 9 -> builder.exec(List.of(value));
      case 10 -> builder.label(name(), value).arg(name(), value);
      case 11 -> builder.add(new Env(name(), value, ""));
      case 12 -> builder.add(CAPABILITIES.get(random.nextInt(CAPABILITIES.size())));
      case 13 -> builder.add(resource(value));
      case 14 -> builder.add(new Vault(name(), name(), List.of(value), ""));
      default -> builder.add(new Skill(name(), new Skill.Folder(value), ""));
    }
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
