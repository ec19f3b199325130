/** The way from the sandbox's loopback interface to the daemon's proxy. */
@NullMarked
package dev.otters.worker.egress;

import org.jspecify.annotations.NullMarked;
