package dev.otters.oci;

/** The annotation and label keys that Otters reads and writes. */
public final class Annotations {
  public static final String TITLE = "org.opencontainers.image.title";
  public static final String DESCRIPTION = "org.opencontainers.image.description";
  public static final String CREATED = "org.opencontainers.image.created";
  public static final String BASE_NAME = "org.opencontainers.image.base.name";
  public static final String BASE_DIGEST = "org.opencontainers.image.base.digest";
  public static final String REF_NAME = "org.opencontainers.image.ref.name";
  public static final String CONTAINERD_NAME = "io.containerd.image.name";
  public static final String BIN_NAME = "io.openotters.bin.name";
  public static final String BIN_PATH = "io.openotters.bin.path";
  public static final String BIN_USAGE = "io.openotters.bin.usage";
  public static final String BIN_DESCRIPTION = "io.openotters.bin.description";

  private Annotations() {}
}
