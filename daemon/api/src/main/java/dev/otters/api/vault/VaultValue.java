package dev.otters.api.vault;

/** The value of a vault. */
public record VaultValue(String value) {
  /** Shows no value. */
  @Override
  public String toString() {
    return "VaultValue[]";
  }
}
