package dev.otters.server.model;

import java.util.Locale;

/** Tells which models a model descends from. All of them are spoken to in ChatML. */
public enum ModelFamily {
  /** Qwen, taught in ChatML. */
  QWEN,
  /** SmolLM, taught in ChatML. */
  SMOLLM,
  /** Anything else; how well it reads ChatML is not known. */
  GENERIC;

  /** Returns the name as written in files and shown to people. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
