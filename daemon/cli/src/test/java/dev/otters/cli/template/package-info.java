/** Tests of templates. */
@NullMarked
package dev.otters.cli.template;

import org.jspecify.annotations.NullMarked;
