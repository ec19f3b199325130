/** The daemon's home folder: its files, its lock, and the places of its sockets. */
@NullMarked
package dev.otters.home;

import org.jspecify.annotations.NullMarked;
