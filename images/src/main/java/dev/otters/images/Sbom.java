package dev.otters.images;

import dev.otters.images.DebianPackages.DebianPackage;
import dev.otters.oci.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Lists the packages in an image, in the JSON form of SPDX 2.3.
 *
 * @see <a href="https://spdx.github.io/spdx-spec/v2.3/">SPDX 2.3</a>
 */
final class Sbom {
  private Sbom() {}

  /**
   * Writes the list.
   *
   * @param file the file to write
   * @param image the name of the image
   * @param main the name of the package that gives the image its version and licence
   * @param license the SPDX expression of that package's licence
   * @param packages all packages
   */
  static void write(
      Path file, String image, String main, String license, Collection<DebianPackage> packages)
      throws IOException {
    List<Object> listed = new ArrayList<>();
    List<Object> relations = new ArrayList<>();
    for (DebianPackage part : packages) {
      boolean described = part.name().equals(main);
      listed.add(described(part, described ? license : "NOASSERTION"));
      relations.add(
          sorted(
              Map.of(
                  "spdxElementId", described ? "SPDXRef-DOCUMENT" : id(main),
                  "relationshipType", described ? "DESCRIBES" : "DEPENDS_ON",
                  "relatedSpdxElement", id(part.name()))));
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("spdxVersion", "SPDX-2.3");
    document.put("dataLicense", "CC0-1.0");
    document.put("SPDXID", "SPDXRef-DOCUMENT");
    document.put("name", image);
    document.put("documentNamespace", "urn:uuid:" + identity(packages));
    document.put(
        "creationInfo",
        sorted(
            Map.of("created", "1970-01-01T00:00:00Z", "creators", List.of("Tool: otters-images"))));
    document.put("packages", listed);
    document.put("relationships", relations);
    Files.write(file, JsonText.indented(document));
  }

  private static Map<String, Object> described(DebianPackage part, String license) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("SPDXID", id(part.name()));
    entry.put("name", part.name());
    entry.put("versionInfo", part.version());
    entry.put("supplier", "Organization: Debian");
    entry.put("downloadLocation", part.address());
    entry.put("filesAnalyzed", false);
    entry.put(
        "checksums",
        List.of(sorted(Map.of("algorithm", "SHA256", "checksumValue", part.sha256()))));
    entry.put("licenseConcluded", "NOASSERTION");
    entry.put("licenseDeclared", license);
    entry.put("copyrightText", "NOASSERTION");
    entry.put("comment", "The licence is in /licenses/" + part.name() + " of the image.");
    return entry;
  }

  /** Returns members in an order that does not change from process to process. */
  private static Map<String, Object> sorted(Map<String, Object> members) {
    return new TreeMap<>(members);
  }

  private static String id(String name) {
    return "SPDXRef-Package-" + name.replaceAll("[^A-Za-z0-9.-]", "-");
  }

  /** The same packages have the same identity, so that the image stays reproducible. */
  private static UUID identity(Collection<DebianPackage> packages) {
    String all = String.join(" ", packages.stream().map(DebianPackage::sha256).toList());
    return UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8));
  }
}
