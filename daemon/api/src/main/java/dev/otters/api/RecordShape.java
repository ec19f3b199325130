package dev.otters.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is how a record is taken apart and put together.
 *
 * @param constructor takes all components in their order
 */
record RecordShape(List<Component> components, Constructor<?> constructor) {
  private static final ClassValue<RecordShape> KNOWN =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return look(type);
        }
      };

  /** Is one component of a record. */
  record Component(String name, Type type, Method accessor) {
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

  /** Returns the place of a component, -1 when there is none of this name. */
  int indexOf(String name) {
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Makes a record; the constructor may refuse the values. */
  Object make(@Nullable Object[] values) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw new LinkageError(constructor.toString(), e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(constructor.toString(), e);
    }
  }

  private static RecordShape look(Class<?> type) {
    List<Component> components = new ArrayList<>();
    List<Class<?>> parameters = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      components.add(new Component(component.getName(), component.getGenericType(), accessor));
      parameters.add(component.getType());
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return new RecordShape(List.copyOf(components), constructor);
    } catch (NoSuchMethodException e) {
      throw new LinkageError(type.getName(), e);
    }
  }
}
