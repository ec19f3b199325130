@NullMarked
package dev.otters.egress;

import org.jspecify.annotations.NullMarked;
