package dev.otters.oci.agent;

import dev.otters.agentfile.Agentfile;
import dev.otters.oci.BuiltImage;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds agent images into a store and reads them. */
public final class AgentImages {
  private final OciStore store;

  /** Uses {@code store}, which stays open. */
  public AgentImages(OciStore store) {
    this.store = store;
  }

  /**
   * Builds an image. The same inputs give the same digest.
   *
   * @throws BuildInputException listing every file that cannot be packed; the store is unchanged
   */
  public BuiltImage build(AgentBuild build, Progress progress) {
    return AgentWriter.write(store, build, progress);
  }

  /**
   * Checks whether the files that an Agentfile takes from its build context can be packed. The
   * store is unchanged.
   *
   * @param agentfile the directives of this file, without its parents
   * @param skills the folders with the unpacked skills of other images, by name; a missing one is
   *     not checked
   * @return the problems; empty if there are none
   */
  public List<BuildFinding> check(Agentfile agentfile, Path context, Map<String, Path> skills) {
    return AgentWriter.check(store, agentfile, context, skills);
  }

  /**
   * Reads an image and validates it as strictly as a source file.
   *
   * @throws OciException NOT_FOUND if the store does not have it, INVALID_IMAGE if it is not a
   *     valid agent image, DIGEST_MISMATCH if the store is damaged
   */
  public AgentImage load(ImageReference reference) {
    return new AgentReader(store, reference.toString()).read(store.require(reference).digest());
  }

  /** Reads the image whose manifest has this digest, like {@link #load(ImageReference)}. */
  public AgentImage load(Digest digest) {
    return new AgentReader(store, digest.toString()).read(digest);
  }

  /** Returns the tags of agent images, sorted by their text. */
  public List<StoredImage> list() {
    return store.list().stream().filter(image -> isAgent(image.descriptor().digest())).toList();
  }

  /**
   * Writes the files of a skill into a new folder, readable for everybody.
   *
   * @throws OciException INVALID_IMAGE if it is damaged, or has anything but regular files
   * @throws IOException if the folder exists or cannot be written
   */
  public void unpack(DataFile skill, Path folder) throws IOException {
    new SkillUnpacking(skill, folder).from(store);
  }

  /** Returns what is wrong with the number or the size of an image's skills; empty for nothing. */
  public static Optional<String> complaintAboutSkills(Collection<DataFile> skills) {
    return SkillFolder.complaint(skills.stream().map(DataFile::content).toList());
  }

  private boolean isAgent(Digest digest) {
    try {
      return store.manifest(digest) instanceof ImageManifest image && AgentReader.isAgent(image);
    } catch (OciException _) {
      return false;
    }
  }
}
