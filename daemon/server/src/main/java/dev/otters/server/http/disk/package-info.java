/** The refusals of the API while the disk has little space. */
@NullMarked
package dev.otters.server.http.disk;

import org.jspecify.annotations.NullMarked;
