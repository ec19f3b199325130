package dev.otters.models.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExampleRemoverTest {
  @Test
  void conversationsAndTheirIntroductionAreRemoved() {
    String text =
        """
        A shell.

            {"args": ["-c", "ls"]}

        Examples, each a whole conversation:

            Q: How many roses are there?
            {"args": ["-c", "grep -c roses garden.txt"]}
            ! grep: garden.txt: No such file or directory
            {"stdin": "x", "args": ["-c", "cat"]}
            | 7
            A: There are 7.

            Q: How many cakes?
            {"args": ["-c", "ls cakes"]}

            | 2
            A: Two.

        - Nothing is interactive.
        """;

    assertThat(ExampleRemover.remove(text))
        .isEqualTo("A shell.\n\n    {\"args\": [\"-c\", \"ls\"]}\n\n\n- Nothing is interactive.");
  }

  @Test
  void textThatIsNotAnExampleStays() {
    for (String text :
        new String[] {
          "",
          "A: not after a question",
          "Q: What if a call fails?\nA: Try again.",
          "Q: What?\n{\"args\": [\"x\"]}\nprose\nA: It ends here.",
          "Q: first\n{\"args\": []}\nQ: second\nA: no call in this one",
          "Q: open\n{\"args\": []}\n| output",
          "| a table |\n{\"args\": [\"x\"]}",
        }) {
      assertThat(ExampleRemover.remove(text)).isEqualTo(text);
    }
  }
}
