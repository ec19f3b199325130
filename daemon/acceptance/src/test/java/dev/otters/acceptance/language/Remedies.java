package dev.otters.acceptance.language;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Finds the texts that become remedies, and those among them that are no imperative sentences.
 *
 * <p>A remedy is the argument of a parameter called {@code remedy} or {@code advice}, and what a
 * method of that name, or a visible one of a class named for it, returns. A name stands for what
 * the same file gives it.
 */
final class Remedies extends TreeScanner<Void, Void> {
  private static final Pattern NAME = Pattern.compile("remedy|advice");
  private static final Pattern TYPE = Pattern.compile("Advice|Remedies|Remedy");

  private final SourceFile file;
  private final RemedyParameters parameters;
  private final Set<Tree> seen = new HashSet<>();
  private final Set<String> types = new LinkedHashSet<>();
  private final List<String> texts = new ArrayList<>();
  private final List<String> findings = new ArrayList<>();

  private Remedies(SourceFile file, RemedyParameters parameters) {
    this.file = file;
    this.parameters = parameters;
  }

  /** Finds the remedies of a file that break a rule. */
  static List<String> wrong(SourceFile file, RemedyParameters parameters) {
    return scanned(file, parameters).findings;
  }

  /** Returns the remedies of a file, with {@code …} where a value is put in. */
  static List<String> all(SourceFile file, RemedyParameters parameters) {
    return scanned(file, parameters).texts;
  }

  private static Remedies scanned(SourceFile file, RemedyParameters parameters) {
    Remedies scanner = new Remedies(file, parameters);
    scanner.scan(file.tree(), null);
    return scanner;
  }

  @Override
  public Void visitImport(ImportTree name, Void unused) {
    if (name.isStatic() && name.getQualifiedIdentifier() instanceof MemberSelectTree member) {
      types.add(lastName(member.getExpression()));
    }
    return null;
  }

  @Override
  public Void visitClass(ClassTree type, Void unused) {
    String name = type.getSimpleName().toString();
    types.add(name);
    if (TYPE.matcher(name).matches()) {
      type.getMembers().stream().filter(it -> !isPrivate(it)).forEach(this::returned);
    }
    return super.visitClass(type, null);
  }

  @Override
  public Void visitMethod(MethodTree method, Void unused) {
    if (NAME.matcher(method.getName()).matches()) {
      returned(method);
    }
    return super.visitMethod(method, null);
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree call, Void unused) {
    List<? extends ExpressionTree> given = call.getArguments();
    if (call.getMethodSelect() instanceof MemberSelectTree member) {
      String type = lastName(member.getExpression());
      check(given, parameters.ofMethod(type, member.getIdentifier().toString(), given.size()));
    } else if (call.getMethodSelect() instanceof IdentifierTree name) {
      for (String type : types) {
        check(given, parameters.ofMethod(type, name.getName().toString(), given.size()));
        if (name.getName().contentEquals("this")) {
          check(given, parameters.ofConstructor(type, given.size()));
        }
      }
    }
    return super.visitMethodInvocation(call, null);
  }

  @Override
  public Void visitNewClass(NewClassTree made, Void unused) {
    List<? extends ExpressionTree> given = made.getArguments();
    check(given, parameters.ofConstructor(lastName(made.getIdentifier()), given.size()));
    return super.visitNewClass(made, null);
  }

  private void check(List<? extends ExpressionTree> given, OptionalInt position) {
    position.ifPresent(at -> check(given.get(at)));
  }

  private void check(ExpressionTree remedy) {
    if (!seen.add(remedy)) {
      return;
    }
    switch (remedy) {
      case ParenthesizedTree inner -> check(inner.getExpression());
      case ConditionalExpressionTree choice -> {
        check(choice.getTrueExpression());
        check(choice.getFalseExpression());
      }
      case SwitchExpressionTree choice -> choice.getCases().forEach(this::results);
      case IdentifierTree name -> named(name.getName().toString(), false);
      case MethodInvocationTree call when call.getMethodSelect() instanceof IdentifierTree name ->
          named(name.getName().toString(), true);
      case MethodInvocationTree call
          when call.getMethodSelect() instanceof MemberSelectTree member
              && member.getIdentifier().contentEquals("formatted") ->
          sentence(member.getExpression());
      default -> {
        if (Pieces.of(remedy).stream().anyMatch(piece -> Pieces.text(piece).isPresent())) {
          sentence(remedy);
        }
      }
    }
  }

  private void sentence(ExpressionTree remedy) {
    StringBuilder text = new StringBuilder();
    for (ExpressionTree piece : Pieces.of(remedy)) {
      text.append(Pieces.text(piece).orElse(Sentence.VALUE));
    }
    texts.add(text.toString());
    Sentence.complaint(text.toString())
        .ifPresent(why -> findings.add(file.at(remedy) + ": the remedy \"" + text + "\" " + why));
  }

  private void results(CaseTree choice) {
    if (choice.getBody() instanceof ExpressionStatementTree statement) {
      check(statement.getExpression());
    } else if (choice.getBody() instanceof ExpressionTree result) {
      check(result);
    }
    scanYields(choice);
  }

  private void scanYields(Tree tree) {
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitYield(YieldTree result, Void unused) {
        check(result.getValue());
        return null;
      }
    }.scan(tree, null);
  }

  /** Checks what a variable gets, or a method returns, that this file declares. */
  private void named(String name, boolean method) {
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree variable, Void unused) {
        if (!method
            && variable.getName().contentEquals(name)
            && variable.getInitializer() != null) {
          check(variable.getInitializer());
        }
        return super.visitVariable(variable, null);
      }

      @Override
      public Void visitMethod(MethodTree declared, Void unused) {
        if (method && declared.getName().contentEquals(name)) {
          returned(declared);
        }
        return super.visitMethod(declared, null);
      }
    }.scan(file.tree(), null);
  }

  private static boolean isPrivate(Tree member) {
    return member instanceof MethodTree method
        && method.getModifiers().getFlags().contains(Modifier.PRIVATE);
  }

  /** Checks what a method that makes texts returns. */
  private void returned(Tree member) {
    if (!(member instanceof MethodTree method)
        || method.getReturnType() == null
        || !method.getReturnType().toString().endsWith("String")) {
      return;
    }
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitReturn(ReturnTree result, Void unused) {
        check(result.getExpression());
        return null;
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree inner, Void unused) {
        return null;
      }
    }.scan(method.getBody(), null);
  }

  private static String lastName(Tree expression) {
    return Stream.of(expression.toString().replaceAll("<.*", "").split("\\."))
        .reduce("", (_, last) -> last);
  }
}
