package dev.otters.acceptance.language;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;

/** Knows which methods and constructors take a remedy, by their names and numbers of parameters. */
final class RemedyParameters extends TreeScanner<Void, Void> {
  private static final Pattern REMEDY = Pattern.compile("remedy|advice");

  /** The name that the compiler gives to a constructor. */
  private static final String CONSTRUCTOR = "<init>";

  private record Callable(String type, String name, int parameters) {}

  private final Map<Callable, Integer> remedies = new HashMap<>();
  private final Deque<String> types = new ArrayDeque<>();

  private RemedyParameters() {}

  static RemedyParameters of(Collection<SourceFile> files) {
    RemedyParameters known = new RemedyParameters();
    files.forEach(file -> known.scan(file.tree(), null));
    return known;
  }

  /** Returns the position of the remedy in a call of a type's method. */
  OptionalInt ofMethod(String type, String name, int arguments) {
    Integer position = remedies.get(new Callable(type, name, arguments));
    return position == null ? OptionalInt.empty() : OptionalInt.of(position);
  }

  /** Returns the position of the remedy in a constructor's call. */
  OptionalInt ofConstructor(String type, int arguments) {
    return ofMethod(type, CONSTRUCTOR, arguments);
  }

  @Override
  public Void visitClass(ClassTree type, Void unused) {
    types.push(type.getSimpleName().toString());
    List<VariableTree> components =
        type.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .map(VariableTree.class::cast)
            .filter(it -> !it.getModifiers().getFlags().contains(Modifier.STATIC))
            .toList();
    if (type.getKind() == Tree.Kind.RECORD) {
      note(CONSTRUCTOR, components);
    }
    super.visitClass(type, null);
    types.pop();
    return null;
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    note(method.getName().toString(), method.getParameters());
    return super.visitMethod(method, null);
  }

  private void note(String name, List<? extends VariableTree> parameters) {
    for (int i = 0; i < parameters.size(); i++) {
      if (REMEDY.matcher(parameters.get(i).getName()).matches()) {
        remedies.put(new Callable(types.getFirst(), name, parameters.size()), i);
      }
    }
  }
}
