package dev.otters.cli.commands.image;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

/** The commands for agent images and BIN images. */
public final class ImageCommands {
  private ImageCommands() {}

  /**
   * Returns the commands in the order of the help.
   *
   * @param tool runs a tool
   */
  public static List<RunnableCommand> all(RunnableCommand tool) {
    return List.of(
        new Init(),
        new ImageBuild(),
        new ImageLs(ImageKind.AGENT),
        new ImageInspect(ImageKind.AGENT),
        new ImageHistory(),
        new ImageTag(ImageKind.AGENT),
        new ImageRm(ImageKind.AGENT),
        new ImagePrune(),
        new ImagePull(ImageKind.AGENT),
        new ImagePush(ImageKind.AGENT),
        new ImageCopy(),
        new ImageTags(),
        new ImageSave(),
        new ImageLoad(),
        new ImageFsck(),
        new BinBuild(),
        new BinSearch(),
        tool,
        new ImagePull(ImageKind.BIN),
        new ImagePush(ImageKind.BIN),
        new ImageTag(ImageKind.BIN),
        new ImageLs(ImageKind.BIN),
        new ImageInspect(ImageKind.BIN),
        new ImageRm(ImageKind.BIN));
  }
}
