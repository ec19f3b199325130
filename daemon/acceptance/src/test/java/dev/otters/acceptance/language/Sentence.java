package dev.otters.acceptance.language;

import java.util.Optional;
import java.util.Set;

/** The rules for a remedy: an imperative sentence with a capital and a full stop. */
final class Sentence {
  /** Stands for a value in the text of a remedy. */
  static final String VALUE = "…";

  /** The verbs that remedies start with. A new verb is added here. */
  private static final Set<String> VERBS =
      Set.of(
          ("Accept Add Allow Ask Begin Build Call Change Check Choose Close Configure Connect Copy"
               + " Correct Create Declare Decompress Delete Disable Drop Enable End Export Fetch"
               + " Find Fix Follow Forward Free Get Give Grant Increase Install Keep Leave Let Link"
               + " List Load Log Lower Make Mount Move Name Omit Open Pack Pass Pick Pull Push Put"
               + " Raise Read Reduce Remove Rename Repair Repeat Replace Report Resend Restart"
               + " Restore Retry Rewrite Run Save See Send Set Shorten Show Specify Split Start"
               + " Stop Switch Tag Test Top Try Turn Unmount Unpack Unset Update Upgrade Use Verify"
               + " Wait Write")
              .split(" "));

  private Sentence() {}

  /** Returns what is wrong with a remedy; empty for a good one, and for no remedy at all. */
  static Optional<String> complaint(String remedy) {
    boolean continues = remedy.startsWith(VALUE);
    if (remedy.isEmpty() || (continues && remedy.endsWith(VALUE))) {
      return Optional.empty();
    }
    if (!continues && !VERBS.contains(remedy.split("[ ,:.]", 2)[0])) {
      return Optional.of("does not start with a verb of Sentence.VERBS");
    }
    return remedy.endsWith(".") ? Optional.empty() : Optional.of("does not end with a full stop");
  }
}
