@NullMarked
package dev.otters.worker.egress;

import org.jspecify.annotations.NullMarked;
