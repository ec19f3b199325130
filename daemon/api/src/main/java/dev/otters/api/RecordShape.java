package dev.otters.api;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record type, and how to make one.
 *
 * @param members the members of its JSON object: the components, with those of inlined records
 * @param constructor takes all components in their order
 */
record RecordShape(
    List<Component> components, List<Component> members, Constructor<?> constructor) {
  private static final ClassValue<RecordShape> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return look(type);
        }
      };

  /**
   * One component of a record.
   *
   * @param absent the value of a member that a message leaves out
   * @param inlined the shape of a component that is {@link Inline}, otherwise null
   */
  record Component(
      String name,
      Type type,
      Method accessor,
      @Nullable Object absent,
      @Nullable RecordShape inlined) {
    @Nullable Object value(Record record) {
      try {
        return accessor.invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError(record.getClass() + "." + name, e);
      }
    }
  }

  static RecordShape of(Class<?> type) {
    return KNOWN.get(type);
  }

  /** Returns the place of a member, -1 when there is none of this name. */
  int indexOf(String name) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Adds the members of a record, or nulls for those of an absent one. */
  void addMembers(@Nullable Record record, Map<String, @Nullable Object> members) {
    for (Component component : components) {
      Object value = record == null ? null : component.value(record);
      if (component.inlined() == null) {
        members.put(component.name(), value);
      } else {
        component.inlined().addMembers((Record) value, members);
      }
    }
  }

  /** Creates a record from its members' values. Its constructor may throw. */
  Object make(@Nullable Object[] values) {
    return make(Arrays.<@Nullable Object>asList(values).iterator());
  }

  private Object make(Iterator<@Nullable Object> values) {
    @Nullable Object[] arguments = new @Nullable Object[components.size()];
    for (int i = 0; i < arguments.length; i++) {
      RecordShape inlined = components.get(i).inlined();
      arguments[i] = inlined == null ? copy(values.next()) : inlined.make(values);
    }
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw new LinkageError(constructor.toString(), e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(constructor.toString(), e);
    }
  }

  /** Makes a list or map immutable. Throws if a list has a null. */
  private static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return List.copyOf(list);
    }
    return value instanceof Map<?, ?> map ? Collections.unmodifiableMap(map) : value;
  }

  private static @Nullable Object absent(RecordComponent component) {
    Class<?> type = component.getType();
    if (component.isAnnotationPresent(NullIfAbsent.class)) {
      return null;
    }
    if (type == List.class) {
      return List.of();
    }
    // The element of a new array has the default of its type: 0, false or null.
    return type == Map.class ? Map.of() : Array.get(Array.newInstance(type, 1), 0);
  }

  private static RecordShape look(Class<?> type) {
    List<Component> components = new ArrayList<>();
    List<Class<?>> parameters = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      RecordShape inlined =
          component.isAnnotationPresent(Inline.class) ? of(component.getType()) : null;
      components.add(
          new Component(
              component.getName(),
              component.getGenericType(),
              accessor,
              absent(component),
              inlined));
      parameters.add(component.getType());
    }
    List<Component> members =
        components.stream()
            .flatMap(one -> one.inlined() == null ? Stream.of(one) : one.inlined().members.stream())
            .toList();
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return new RecordShape(List.copyOf(components), members, constructor);
    } catch (NoSuchMethodException e) {
      throw new LinkageError(type.getName(), e);
    }
  }
}
