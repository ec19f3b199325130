package dev.otters.credentials;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Prepares foreign text for a message: one short line without control characters. */
final class Shown {
  private static final int LONGEST = 200;

  private Shown() {}

  static String of(String text) {
    String plain = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]+", " ");
    return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
  }

  /** Describes an I/O error in words, since some exceptions only name a file. */
  static String of(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> denied.getFile() + " is not accessible to this user";
      case NoSuchFileException missing -> missing.getFile() + " is missing";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case FileSystemException other ->
          other.getFile()
              + Optional.ofNullable(other.getReason()).map(why -> ": " + why).orElse("");
      default -> String.valueOf(e.getMessage());
    };
  }
}
