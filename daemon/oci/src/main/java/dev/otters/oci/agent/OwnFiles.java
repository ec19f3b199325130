package dev.otters.oci.agent;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Declaration;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.Skill;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Progress;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Packs the files that an Agentfile takes from its build context, and collects the problems. */
final class OwnFiles {
  static final int LARGEST_CONTEXT = 1 << 20;
  static final long LARGEST_FILE = 1L << 30;

  /** The limit on the files of ADD, which each start of an agent copies. */
  static final long LARGEST_SUM = 4L << 30;

  private static final String TOO_MUCH = "has files of ADD of more than 4 GiB in total";

  private final BuildContext files;
  private final Map<String, Path> skills;
  private final Ingest ingest;
  private final Progress progress;
  private final List<BuildFinding> findings = new ArrayList<>();

  /**
   * @param files the build context
   * @param skills the folders with the unpacked skills of other images, by name
   */
  OwnFiles(BuildContext files, Map<String, Path> skills, Ingest ingest, Progress progress) {
    this.files = files;
    this.skills = skills;
    this.ingest = ingest;
    this.progress = progress;
  }

  List<BuildFinding> findings() {
    return findings;
  }

  /** Packs all files of one Agentfile to find the problems. */
  void tryAll(Agentfile file) throws IOException {
    for (Context context : file.contexts()) {
      var _ = pack(context);
    }
    if (!isTooMuch(file)) {
      for (Add add : file.inForce(Add.class)) {
        var _ = pack(add);
      }
    }
    List<Descriptor> skills = new ArrayList<>();
    for (Skill skill : file.inForce(Skill.class)) {
      pack(skill).ifPresent(skills::add);
    }
    limit(file, skills);
  }

  Descriptor pack(Context context) throws IOException {
    byte[] text =
        switch (context.body()) {
          case Context.Inline(String inline) -> inline.getBytes(StandardCharsets.UTF_8);
          case Context.Empty() -> new byte[0];
          case Context.FromFile(String path) -> text(context, path);
        };
    return ingest.put(MediaTypes.CONTEXT, text);
  }

  private byte[] text(Context context, String path) throws IOException {
    String what = "CONTEXT " + context.name() + ": file " + Quoted.of(path) + " ";
    try (BuildContext.Opened file = files.open(path)) {
      byte[] text = file.stream().readNBytes(LARGEST_CONTEXT + 1);
      if (text.length > LARGEST_CONTEXT) {
        refuse(context, what + "is larger than 1 MiB");
      } else if (!Utf8.isValid(text)) {
        refuse(context, what + "is not UTF-8 text");
      }
      return text;
    } catch (BuildContext.Refused e) {
      refuse(context, what + e.getMessage());
      return new byte[0];
    }
  }

  /** Refuses files that are too large together, before any is read. Ignores unusable ones. */
  private boolean isTooMuch(Agentfile file) throws IOException {
    long sum = 0;
    for (Add add : file.inForce(Add.class)) {
      try (BuildContext.Opened opened = files.open(add.source())) {
        sum += opened.size();
      } catch (BuildContext.Refused _) {
        sum += 0;
      }
    }
    if (sum > LARGEST_SUM) {
      refuse(file.inForce(Add.class).getLast(), "the image " + TOO_MUCH);
    }
    return sum > LARGEST_SUM;
  }

  /** Returns what is wrong with the size of an image's files; empty for nothing. */
  static Optional<String> complaint(Collection<Descriptor> added) {
    long sum = added.stream().mapToLong(Descriptor::size).sum();
    return Optional.of(TOO_MUCH).filter(_ -> sum > LARGEST_SUM);
  }

  /** Packs a file; empty if it cannot be packed. */
  Optional<Descriptor> pack(Add add) throws IOException {
    String what = "ADD " + Quoted.of(add.source()) + " ";
    try (BuildContext.Opened file = files.open(add.source());
        BlobWriter blob = ingest.writer(MediaTypes.OCTETS)) {
      if (file.size() > LARGEST_FILE) {
        refuse(add, what + "is larger than 1 GiB");
        return Optional.empty();
      }
      progress.update(add.name(), 0, file.size(), "build");
      file.stream().transferTo(blob);
      Descriptor layer = blob.finish();
      progress.update(add.name(), file.size(), file.size(), "build");
      return Optional.of(layer);
    } catch (BuildContext.Refused e) {
      refuse(add, what + e.getMessage());
      return Optional.empty();
    }
  }

  /** Packs a folder; empty if it cannot be packed, and if the folder of an image is not here. */
  Optional<Descriptor> pack(Skill skill) throws IOException {
    Path unpacked = skills.get(skill.name());
    return switch (skill.source()) {
      case Skill.Folder(String path) ->
          pack(skill, new SkillFolder(files, path), "folder " + Quoted.of(path));
      case Skill.Image(ImageName image) when unpacked != null ->
          pack(skill, SkillFolder.at(unpacked), "image " + Quoted.of(image.toString()));
      case Skill.Image _ -> Optional.empty();
    };
  }

  private Optional<Descriptor> pack(Skill skill, SkillFolder folder, String what)
      throws IOException {
    try (BlobWriter blob = ingest.writer(MediaTypes.SKILL)) {
      SkillManual manual = folder.writeTo(blob, skill.name());
      return Optional.of(
          blob.finish().withAnnotations(Map.of(Annotations.DESCRIPTION, manual.description())));
    } catch (BuildContext.Refused e) {
      refuse(skill, "SKILL " + skill.name() + ": " + what + " " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Refuses too many or too large skills. */
  void limit(Agentfile file, List<Descriptor> skills) {
    SkillFolder.complaint(skills)
        .ifPresent(why -> refuse(file.inForce(Skill.class).getLast(), "the image " + why));
  }

  private void refuse(Declaration what, String message) {
    findings.add(
        new BuildFinding(ProblemCode.UNUSABLE_FILE, what.directive(), what.name(), message));
  }
}
