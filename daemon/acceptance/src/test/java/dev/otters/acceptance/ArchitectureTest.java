package dev.otters.acceptance;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Holds the product to its architecture. */
class ArchitectureTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.otters");

  @Test
  void theWholeProductIsScanned() {
    assertThat(PRODUCT).hasSizeGreaterThanOrEqualTo(1);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.otters.(**)").should().beFreeOfCycles().check(PRODUCT);
  }
}
