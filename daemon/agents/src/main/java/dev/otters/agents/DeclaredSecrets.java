package dev.otters.agents;

import dev.otters.agentfile.Env;
import dev.otters.agents.image.ImageSource;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.protocol.Secrecy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Returns the secret values that images declare, and remembers those of the images used last. */
final class DeclaredSecrets {
  private static final int MOST_IMAGES = 64;
  private static final int MOST_CHARACTERS = 16 * 1024;

  private final ImageSource images;
  private final Map<Digest, List<String>> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Digest, List<String>> eldest) {
          return size() > MOST_IMAGES;
        }
      };

  DeclaredSecrets(ImageSource images) {
    this.images = images;
  }

  /** Returns the values of the secret variables of an image. */
  synchronized List<String> of(ImagePin image) {
    List<String> before = known.get(image.digest());
    if (before != null) {
      return before;
    }
    List<String> values =
        images.agent(image).agentfile().inForce(Env.class).stream()
            .filter(env -> Secrecy.isSecret(env.key(), env.value()))
            .map(Env::value)
            .toList();
    if (values.stream().mapToInt(String::length).sum() <= MOST_CHARACTERS) {
      known.put(image.digest(), values);
    }
    return values;
  }
}
