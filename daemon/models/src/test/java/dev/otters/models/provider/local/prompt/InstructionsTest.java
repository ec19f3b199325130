package dev.otters.models.provider.local.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InstructionsTest {
  @Test
  void whatIsGeneratedIsShortenedAndTheRestStays() {
    assertThat(
            Instructions.brief(
                """
                ## AGENT

                ### Who you are and what you can do.

                #### guide

                Explains projects.

                ##### Identity

                - **Id**: `1`

                ##### Binaries

                - **sh**

                ##### Data Files

                | File | Description |

                ##### Capabilities

                - **Network**: none

                ---

                ## WORKSPACE

                ### Where everything is.

                #### Your workspace

                ##### Layout

                ---

                ## MOUNTS

                - `/workspace/src`

                ---

                ## SOUL

                ## Layout of an answer

                You explain.\
                """))
        .isEqualTo(
            """
            # guide

            Explains projects.

            ## Data Files

            | File | Description |

            ## MOUNTS

            - `/workspace/src`

            ## SOUL

            ## Layout of an answer

            You explain.\
            """);
  }

  @Test
  void aTextOfSomebodyElseStays() {
    String text = "## AGENT\n\nI am.\n\n---\n\n## SOUL\n\nKind.";

    assertThat(Instructions.brief(text)).isEqualTo(text);
    assertThat(Instructions.brief("")).isEmpty();
  }
}
