package dev.otters.sessions.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.MessageFile;
import dev.otters.home.store.Rows;
import dev.otters.models.chat.ChatMessage;
import dev.otters.resources.scratch.ScratchText;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.FileRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A message of the user with its files.
 *
 * @param text the message, its text files, and its scratchpads if they are shortened
 * @param pads its scratchpads, if they are whole
 * @param files the images and PDFs
 * @param fits whether the request has room for them
 */
record UserMessage(String text, List<String> pads, List<MessageFile> files, boolean fits) {
  /** The most bytes of images and PDFs in a request: what one message may have. */
  private static final long MOST_BYTES = 20 << 20;

  /** The most images and PDFs in a request. Anthropic takes 100 images. */
  private static final int MOST_FILES = 100;

  /**
   * Reads a message.
   *
   * @param seq the number of its event
   * @param limit the bytes that it may count: its scratchpads are shortened first, then longer
   *     texts in their middle, and images and PDFs left out
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
      return new UserMessage(Excerpts.ofText(body, said, limit), List.of(), List.of(), true);
    }
    long ofFiles = all.stream().mapToLong(MessageFile::weight).sum();
    long whole = Excerpts.bytes(body) + ofFiles;
    double part = Math.min(1, (double) limit / whole);
    String shown = Excerpts.within(pads, Math.max(0, limit - whole));
    StringBuilder text = new StringBuilder(Excerpts.of(said, part));
    for (MessageFile file : all) {
      if (file.isText()) {
        String content = new String(FileRows.read(rows, session, file.sha256()), UTF_8);
        text.append("\n\n").append(file.block(Excerpts.of(content, part)));
      }
    }
    List<MessageFile> others = all.stream().filter(file -> !file.isText()).toList();
    if (shown.equals(pads)) {
      return new UserMessage(text.toString(), ScratchText.split(pads), others, part == 1);
    }
    text.append("\n\n").append(shown);
    return new UserMessage(text.toString(), List.of(), others, part == 1);
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
    String text = note.isBlank() ? head : head + "\n\n" + note;
    return new UserMessage(text, List.of(), List.of(), true);
  }

  /**
   * The state that the messages of a request share. They are made in their order.
   *
   * @param withFiles from which part of the conversation on it has room for images and PDFs: the
   *     newest count first
   * @param repeats whether each message shows its scratchpads, since some of them may be left out
   * @param shown the scratchpads that are in it
   */
  record Request(int withFiles, boolean repeats, Set<String> shown) {
    static Request of(List<?> parts, boolean repeats) {
      return new Request(UserMessage.withFiles(parts), repeats, new HashSet<>());
    }
  }

  /** Returns from which part on there is room. */
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
   * Returns the message as a model gets it. A scratchpad that an earlier message of the request
   * shows as it is now is only named: that depends on what is before it alone, so the requests of a
   * window begin alike.
   *
   * @param at its place in the conversation
   */
  ChatMessage.User message(Request request, int at) {
    boolean kept = fits && at >= request.withFiles();
    StringBuilder all = new StringBuilder(text);
    for (String pad : pads) {
      boolean whole = request.repeats() || request.shown().add(pad);
      all.append("\n\n").append(whole ? pad : ScratchText.unchanged(pad));
    }
    for (MessageFile file : files) {
      all.append("\n\n").append(kept ? file.line() : file.leftOut());
    }
    return new ChatMessage.User(all.toString(), kept ? files : List.of());
  }
}
