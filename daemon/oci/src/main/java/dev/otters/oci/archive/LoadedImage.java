package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;

/** One loaded image and its new name. */
record LoadedImage(ImageReference name, Descriptor root) {}
