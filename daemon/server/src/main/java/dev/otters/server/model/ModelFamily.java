package dev.otters.server.model;

import java.util.Locale;

/** Tells in which form a model was taught to read a conversation. */
public enum ModelFamily {
  /** Qwen: ChatML. */
  QWEN,
  /** SmolLM: ChatML. */
  SMOLLM,
  /** Anything else: the form that the weights themselves name. */
  GENERIC;

  /** Returns the name as written in files and shown to people. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
