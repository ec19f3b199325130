/** Tests of the agent code. */
@NullMarked
package dev.otters.oci.agent;

import org.jspecify.annotations.NullMarked;
