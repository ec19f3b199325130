package dev.otters.protocol;

import dev.otters.protocol.AgentSetup.Capability;
import dev.otters.protocol.AgentSetup.Context;
import dev.otters.protocol.AgentSetup.DataFile;
import dev.otters.protocol.AgentSetup.Env;
import dev.otters.protocol.AgentSetup.Identity;
import dev.otters.protocol.AgentSetup.Limits;
import dev.otters.protocol.AgentSetup.Mount;
import dev.otters.protocol.AgentSetup.Pin;
import dev.otters.protocol.AgentSetup.Skill;
import dev.otters.protocol.AgentSetup.Tool;

/** Reads and writes an agent's setup. */
final class SetupCodec {
  private SetupCodec() {}

  static void write(JsonWriter json, AgentSetup setup) {
    Identity identity = setup.identity();
    json.text("id", identity.id());
    named(json, identity.name(), identity.description());
    json.text("model", identity.model());
    json.textMap("configs", setup.configs());
    json.objects("envs", setup.envs(), SetupCodec::writeEnv);
    json.objects("contexts", setup.contexts(), SetupCodec::writeContext);
    json.objects("tools", setup.tools(), SetupCodec::writeTool);
    json.objects("mounts", setup.mounts(), SetupCodec::writeMount);
    json.objects(
        "dataFiles", setup.dataFiles(), (out, file) -> named(out, file.name(), file.description()));
    json.objects(
        "skills", setup.skills(), (out, skill) -> named(out, skill.name(), skill.description()));
    json.objects(
        "capabilities",
        setup.capabilities(),
        (out, capability) -> named(out, capability.name(), capability.description()));
    json.text("network", setup.network());
    json.texts("hosts", setup.hosts());
    json.object("limits", out -> writeLimits(out, setup.limits()));
    json.object("image", out -> writePin(out, identity.image()));
    json.object("runtime", out -> writePin(out, identity.runtime()));
  }

  static AgentSetup read(JsonObject json) {
    return new AgentSetup(
        new Identity(
            json.text("id"),
            json.text("name"),
            description(json),
            json.text("model"),
            readPin(json.object("image")),
            readPin(json.object("runtime"))),
        json.textMap("configs"),
        json.objects("envs", SetupCodec::readEnv),
        json.objects("contexts", SetupCodec::readContext),
        json.objects("tools", SetupCodec::readTool),
        json.objects("mounts", SetupCodec::readMount),
        json.objects("dataFiles", item -> new DataFile(item.text("name"), description(item))),
        json.objects("skills", item -> new Skill(item.text("name"), description(item))),
        json.objects("capabilities", item -> new Capability(item.text("name"), description(item))),
        json.text("network"),
        json.texts("hosts"),
        readLimits(json.object("limits")));
  }

  private static void named(JsonWriter json, String name, String description) {
    json.text("name", name);
    json.text("description", description);
  }

  private static String description(JsonObject json) {
    return json.optionalText("description").orElse("");
  }

  private static void writeEnv(JsonWriter json, Env env) {
    json.text("key", env.key());
    json.text("description", env.description());
    json.text("value", env.value());
    json.flag("secret", env.secret());
  }

  private static Env readEnv(JsonObject json) {
    return new Env(json.text("key"), description(json), json.text("value"), json.flag("secret"));
  }

  private static void writeContext(JsonWriter json, Context context) {
    named(json, context.name(), context.description());
    json.text("body", context.body());
  }

  private static Context readContext(JsonObject json) {
    return new Context(json.text("name"), description(json), json.text("body"));
  }

  private static void writeTool(JsonWriter json, Tool tool) {
    named(json, tool.name(), tool.description());
    json.text("binary", tool.binary());
  }

  private static Tool readTool(JsonObject json) {
    return new Tool(json.text("name"), description(json), json.text("binary"));
  }

  private static void writeMount(JsonWriter json, Mount mount) {
    json.text("target", mount.target());
    json.text("description", mount.description());
    json.flag("readOnly", mount.readOnly());
  }

  private static Mount readMount(JsonObject json) {
    return new Mount(json.text("target"), description(json), json.flag("readOnly"));
  }

  private static void writeLimits(JsonWriter json, Limits limits) {
    json.number("memoryBytes", limits.memoryBytes());
    json.decimal("cpus", limits.cpus());
    json.number("pids", limits.pids());
  }

  private static Limits readLimits(JsonObject json) {
    return new Limits(json.number("memoryBytes"), json.decimal("cpus"), json.number("pids"));
  }

  private static void writePin(JsonWriter json, Pin pin) {
    json.text("ref", pin.ref());
    json.text("digest", pin.digest());
  }

  private static Pin readPin(JsonObject json) {
    return new Pin(json.text("ref"), json.optionalText("digest").orElse(""));
  }
}
