package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;

/** One image of a file that is loaded, and what it is to be called. */
record LoadedImage(ImageReference name, Descriptor root) {}
