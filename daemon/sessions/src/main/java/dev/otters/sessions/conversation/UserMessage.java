package dev.otters.sessions.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.MessageFile;
import dev.otters.home.store.Rows;
import dev.otters.models.chat.ChatMessage;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.FileRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A message of the user with its files.
 *
 * @param text the message, its text files and its scratchpads
 * @param files the images and PDFs
 * @param fits whether the request has room for them
 */
record UserMessage(String text, List<MessageFile> files, boolean fits) {
  /** The most bytes of images and PDFs in a request: what one message may have. */
  private static final long MOST_BYTES = 20 << 20;

  /** The most images and PDFs in a request. Anthropic takes 100 images. */
  private static final int MOST_FILES = 100;

  /**
   * Reads a message.
   *
   * @param seq the number of its event
   * @param limit the bytes that it may count: longer texts are shortened in their middle, and
   *     images and PDFs left out
   */
  static UserMessage of(Rows rows, long session, long seq, String body, long limit) {
    JsonNode members = Bodies.read(body);
    String said = members.path("text").asString();
    List<MessageFile> all = new ArrayList<>();
    for (JsonNode file : members.path("files")) {
      all.add(
          new MessageFile(
              file.path("name").asString(),
              file.path("type").asString(),
              file.path("size").asLong(),
              file.path("sha256").asString()));
    }
    String pads = Scratchpads.in(members) ? Scratchpads.read(rows, session, seq) : "";
    if (all.isEmpty() && pads.isEmpty()) {
      return new UserMessage(Excerpts.ofText(body, said, limit), List.of(), true);
    }
    long ofFiles = all.stream().mapToLong(MessageFile::weight).sum();
    long whole = Excerpts.bytes(body) + Excerpts.bytes(pads) + ofFiles;
    double part = Math.min(1, (double) limit / whole);
    StringBuilder text = new StringBuilder(Excerpts.of(said, part));
    for (MessageFile file : all) {
      if (file.isText()) {
        String content = new String(FileRows.read(rows, session, file.sha256()), UTF_8);
        text.append("\n\n").append(file.block(Excerpts.of(content, part)));
      }
    }
    if (!pads.isEmpty()) {
      text.append("\n\n").append(Excerpts.of(pads, part));
    }
    List<MessageFile> others = all.stream().filter(file -> !file.isText()).toList();
    return new UserMessage(text.toString(), others, part == 1);
  }

  /**
   * Reads a wake that fired.
   *
   * @param limit the bytes that it may count: longer notes are shortened in their middle
   */
  static UserMessage ofWake(String body, long limit) {
    JsonNode members = Bodies.read(body);
    String note = Excerpts.ofText(body, members.path("text").asString(), limit);
    Duration late = Duration.ofMillis(members.path("lateMillis").asLong(0));
    String head = Prompts.wake(members.path("dueAt").asString(), late);
    return new UserMessage(note.isBlank() ? head : head + "\n\n" + note, List.of(), true);
  }

  /**
   * Returns from which part of a conversation on a request has room for images and PDFs: the newest
   * count first.
   */
  static int withFiles(List<?> parts) {
    long bytes = 0;
    long count = 0;
    for (int at = parts.size() - 1; at >= 0; at--) {
      if (parts.get(at) instanceof UserMessage user && user.fits) {
        bytes += user.files.stream().mapToLong(MessageFile::size).sum();
        count += user.files.size();
      }
      if (bytes > MOST_BYTES || count > MOST_FILES) {
        return at + 1;
      }
    }
    return 0;
  }

  /**
   * Returns the message as a model gets it.
   *
   * @param room whether the request has room for its images and PDFs
   */
  ChatMessage.User message(boolean room) {
    boolean kept = fits && room;
    StringBuilder all = new StringBuilder(text);
    for (MessageFile file : files) {
      all.append("\n\n").append(kept ? file.line() : file.leftOut());
    }
    return new ChatMessage.User(all.toString(), kept ? files : List.of());
  }
}
