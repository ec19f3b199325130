/** Agent images: building them from Agentfiles, and reading them. */
@NullMarked
package dev.otters.oci.agent;

import org.jspecify.annotations.NullMarked;
