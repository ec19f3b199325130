/** The record of what operators did. */
@NullMarked
package dev.otters.home.audit;

import org.jspecify.annotations.NullMarked;
