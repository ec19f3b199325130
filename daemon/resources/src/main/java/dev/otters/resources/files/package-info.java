/** Text files that agents keep in namespaces. */
@NullMarked
package dev.otters.resources.files;

import org.jspecify.annotations.NullMarked;
