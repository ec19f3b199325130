package dev.otters.agentfile;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The tools that are part of the runtime. An agent has those that its Agentfile names. */
public enum Capability implements Declaration {
  CONTEXT_LIST("List the agent's context files"),
  CONTEXT_SHOW("Read one of the agent's context files"),
  ENV_LIST("List the agent's environment variables, without their values"),
  MOUNT_LIST("List the folders that the operator mounted"),
  NOTE_SAVE("Save a note that lasts beyond the session"),
  NOTE_LIST("List the agent's own notes"),
  NOTE_SHOW("Read one of the agent's own notes"),
  NOTE_DELETE("Delete one of the agent's own notes"),
  NOTE_PIN("Keep a note in every prompt"),
  NOTE_UNPIN("Stop keeping a note in every prompt"),
  AGENT_LIST("List the agents that this agent is linked to"),
  AGENT_INFO("Describe an agent that this agent is linked to"),
  AGENT_EXEC("Ask an agent that this agent is linked to"),
  AGENT_CREATE("Create an agent from an image"),
  AGENT_CREATE_FROM_SOURCE("Create an agent from the text of an Agentfile"),
  AGENT_DELETE("Delete an agent that this agent created"),
  AGENT_LIST_ALL("List every agent of the daemon"),
  AGENT_INFO_ANY("Describe any agent of the daemon"),
  AGENT_EXEC_ANY("Ask any agent of the daemon"),
  AGENT_DELETE_ANY("Delete any agent of the daemon"),
  IMAGE_LIST("List the agent images that the daemon has"),
  BIN_LIST("List the tool images that the daemon has"),
  MODEL_LIST("List the models that the daemon offers"),
  SELF_RELOAD("Restart this agent, so that changes to it take effect"),
  JOB_SUBMIT("Run a tool in the background"),
  JOB_STATUS("Show the state of a background job"),
  JOB_LIST("List the background jobs of this session"),
  JOB_CANCEL("Cancel a background job"),
  JOB_WAIT("Wait until a background job has ended"),
  JOB_WATCH("Follow the output of a background job"),
  WAKE_SCHEDULE("Schedule up to three later turns of the session, each within 24 hours"),
  WRITEBACK("Change the agent's durable files; the operator allows each change"),
  LEARNINGS("Record what the agent learned for its later conversations, and list it");

  private static final List<String> NAMES =
      Arrays.stream(values()).map(Capability::kebabName).toList();

  private final String kebabName = Names.kebab(name().toLowerCase(Locale.ROOT));
  private final String description;

  Capability(String description) {
    this.description = description;
  }

  /** Returns the canonical name, such as {@code note-save}. */
  public String kebabName() {
    return kebabName;
  }

  /** Returns whether this release implements it. */
  public boolean works() {
    return this == WAKE_SCHEDULE || this == WRITEBACK || this == LEARNINGS;
  }

  /** Returns a one-line description for operators and models. */
  public String description() {
    return description;
  }

  /** Finds a capability by its name in kebab-case or snake_case; empty if there is none. */
  public static Optional<Capability> find(String name) {
    String kebab = Names.kebab(name);
    return Arrays.stream(values()).filter(it -> it.kebabName.equals(kebab)).findFirst();
  }

  /** Returns the canonical names of all capabilities, in the order of this enum. */
  public static List<String> names() {
    return NAMES;
  }
}
