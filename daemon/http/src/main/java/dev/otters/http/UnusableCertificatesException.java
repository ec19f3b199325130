package dev.otters.http;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of trusted certificates cannot be read, or contains no certificate. */
public final class UnusableCertificatesException extends IOException {
  private static final long serialVersionUID = 1;

  UnusableCertificatesException(Path file, String why, @Nullable Exception cause) {
    super("cannot read certificates from " + file + ": " + why, cause);
  }
}
