package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.otters.api.session.MessageFile;
import dev.otters.models.chat.ChatMessage;
import java.util.List;
import org.junit.jupiter.api.Test;

class TranscriptTest {
  private static final MessageFile IMAGE = new MessageFile("a.png", "image/png", 5, "ab");
  private static final MessageFile PAPER = new MessageFile("b.pdf", MessageFile.PDF, 5, "cd");

  @Test
  void filesBelongToTheMessageWithWhichTheyWereSent() {
    Transcript.Converted converted =
        Transcript.of(
            List.of(
                new ChatMessage.User("Look", List.of(IMAGE)),
                new ChatMessage.User("and read.", List.of(PAPER)),
                new ChatMessage.Assistant("Done.", List.of()),
                new ChatMessage.User("Thanks.")),
            ToolNames.of(List.of()),
            true);

    assertThat(converted.messages()).hasSize(3);
    assertThat(((UserMessage) converted.messages().getFirst()).contents())
        .satisfiesExactly(
            text -> assertThat(((TextContent) text).text()).contains("Look", "and read."),
            image -> assertThat(image).isInstanceOf(ImageContent.class),
            paper -> assertThat(paper).isInstanceOf(PdfFileContent.class));
    assertThat(((UserMessage) converted.messages().getLast()).contents())
        .satisfiesExactly(text -> assertThat(((TextContent) text).text()).isEqualTo("Thanks."));
  }
}
