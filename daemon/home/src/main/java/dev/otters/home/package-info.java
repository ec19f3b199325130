/** The daemon's home folder: its files, its lock, its configuration, and where its sockets lie. */
@NullMarked
package dev.otters.home;

import org.jspecify.annotations.NullMarked;
