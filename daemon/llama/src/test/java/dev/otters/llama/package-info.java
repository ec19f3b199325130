@NullMarked
package dev.otters.llama;

import org.jspecify.annotations.NullMarked;
