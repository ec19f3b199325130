/** The provider {@code scripted}, whose answers follow the rules of a script. */
@NullMarked
package dev.otters.models.provider.scripted;

import org.jspecify.annotations.NullMarked;
