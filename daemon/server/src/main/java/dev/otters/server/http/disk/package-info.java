/** What the API refuses while the disk has little space. */
@NullMarked
package dev.otters.server.http.disk;

import org.jspecify.annotations.NullMarked;
