/** Builds agent images from Agentfiles, and reads them back. */
@NullMarked
package dev.otters.oci.agent;

import org.jspecify.annotations.NullMarked;
