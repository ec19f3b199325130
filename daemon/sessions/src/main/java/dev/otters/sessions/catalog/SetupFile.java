package dev.otters.sessions.catalog;

import java.util.List;

/**
 * The content of {@code agent-setup.json}. A fingerprint changes when what it names does.
 *
 * @param fingerprint that of everything else
 * @param sections those of the system prompt
 * @param files those of this catalog
 */
record SetupFile(
    String fingerprint, String model, List<ContextBudget.Section> sections, List<Part> files) {
  /** A file of the catalog. */
  record Part(String name, String fingerprint) {}

  static SetupFile of(ContextBudget budget, List<CatalogFile> files) {
    List<Part> parts =
        files.stream()
            .filter(file -> file.name().endsWith(".json"))
            .map(file -> new Part(file.name(), CatalogFile.fingerprint(file.text())))
            .toList();
    return new SetupFile(
        CatalogFile.fingerprint(budget.model() + budget.sections() + parts),
        budget.model(),
        budget.sections(),
        parts);
  }
}
