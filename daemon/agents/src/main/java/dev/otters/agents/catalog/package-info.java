/** The catalogs of sessions in the folders of their agents. */
@NullMarked
package dev.otters.agents.catalog;

import org.jspecify.annotations.NullMarked;
