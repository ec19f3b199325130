/*
 * Starts a tool with the loader and the libraries of its own image, wherever that image is mounted.
 *
 * A dynamic program names its loader by an absolute path, which does not exist in an empty root. This program is
 * static, finds its own folder through /proc/self/exe, and executes the loader there. It needs no other file.
 *
 * Data follows the code, as strings that end with 0:
 *   "/proc/self/exe", an error message,
 *   the command: "@path" is a path below the launcher's folder, "%" the launcher's own name; then an empty string,
 *   pairs "NAME=", "path" of variables, set to a path below the folder unless they are set; then an empty string.
 *
 * The build needs no compiler: resources hold the code as hexadecimal digits. `regenerate.sh` writes
 * them, LauncherTest runs them.
 */
#if defined(__x86_64__)
enum { WRITE = 1, EXECVE = 59, EXIT = 60 };

static long call(long number, long a, long b, long c) {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

static long read_link(const char *path, char *buffer, long size) { return call(89, (long)path, (long)buffer, size); }

asm(".section .text.start,\"ax\"\n.globl _start\n"
    "_start: mov %rsp,%rdi\n lea end(%rip),%rsi\n call launch\n.text\n");
#elif defined(__aarch64__)
enum { WRITE = 64, EXIT = 93, EXECVE = 221 };

static long call4(long number, long a, long b, long c, long d) {
  register long x8 asm("x8") = number, x0 asm("x0") = a, x1 asm("x1") = b, x2 asm("x2") = c, x3 asm("x3") = d;
  asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3) : "memory");
  return x0;
}

static long call(long number, long a, long b, long c) { return call4(number, a, b, c, 0); }

static long read_link(const char *path, char *buffer, long size) {
  return call4(78, -100, (long)path, (long)buffer, size);
}

asm(".section .text.start,\"ax\"\n.globl _start\n"
    "_start: mov x0,sp\n adr x1,end\n bl launch\n.text\n");
#endif

static const char *next(const char *text) {
  while (*text++) {
  }
  return text;
}

static char *copy(char *to, const char *from, const char *end) {
  while (from < end) {
    *to++ = *from++;
  }
  return to;
}

static long is_set(char **variables, const char *name) {
  for (; *variables; variables++) {
    const char *variable = *variables, *at = name;
    while (*at && *at == *variable) {
      at++;
      variable++;
    }
    if (!*at) {
      return 1;
    }
  }
  return 0;
}

__attribute__((noreturn, used)) void launch(char **stack, const char *data) {
  long count = (long)stack[0];
  char **given = stack + 1, **environment = given + count + 1;
  long variables = 0;
  while (environment[variables]) {
    variables++;
  }
  char folder[4096], text[16 * 4096];
  char *to = text;
  char *words[count + variables + 32], **at = words;
  long length = read_link(data, folder, sizeof folder);
  const char *message = next(data);
  while (length > 0 && folder[length - 1] != '/') {
    length--;
  }
  if (length > 0) {
    const char *entry = next(message);
    for (; *entry; entry = next(entry)) {
      if (*entry == '%') {
        *at++ = given[0];
      } else if (*entry == '@') {
        *at++ = to;
        to = copy(copy(to, folder, folder + length), entry + 1, next(entry));
      } else {
        *at++ = (char *)entry;
      }
    }
    for (long i = 1; i < count; i++) {
      *at++ = given[i];
    }
    *at++ = 0;
    char **changed = at;
    for (long i = 0; i < variables; i++) {
      *at++ = environment[i];
    }
    for (entry++; *entry; entry = next(next(entry))) {
      if (!is_set(environment, entry)) {
        *at++ = to;
        to = copy(to, entry, next(entry) - 1);
        to = copy(copy(to, folder, folder + length), next(entry), next(next(entry)));
      }
    }
    *at = 0;
    call(EXECVE, (long)words[0], (long)words, (long)changed);
  }
  call(WRITE, 2, (long)message, next(message) - message - 1);
  call(EXIT, 127, 0, 0);
  for (;;) {
  }
}
