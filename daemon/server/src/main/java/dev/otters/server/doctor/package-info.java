/** What a first run needs, looked at one by one. */
@NullMarked
package dev.otters.server.doctor;

import org.jspecify.annotations.NullMarked;
