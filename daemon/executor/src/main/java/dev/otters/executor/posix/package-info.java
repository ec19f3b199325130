/** Calls the Linux kernel where Java's file API follows links or cannot name a file. */
@NullMarked
package dev.otters.executor.posix;

import org.jspecify.annotations.NullMarked;
