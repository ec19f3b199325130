package dev.otters.credentials;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/** Shows a program's words in a message: one short line without control characters. */
final class Shown {
  private static final int LONGEST = 200;

  private Shown() {}

  static String of(String text) {
    String plain = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]+", " ");
    return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
  }

  /** Says in words what the names of exceptions say. */
  static String of(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> denied.getFile() + " may not be used by this user";
      case NoSuchFileException missing -> missing.getFile() + " is missing";
      case NotDirectoryException file -> file.getFile() + " is no folder";
      case FileSystemException other ->
          other.getFile()
              + Optional.ofNullable(other.getReason()).map(why -> ": " + why).orElse("");
      default -> String.valueOf(e.getMessage());
    };
  }
}
