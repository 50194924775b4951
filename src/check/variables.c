/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "check/variables.h"

#include <stdint.h> /* with it, __GLIBC__ */

const char dcm_variables_unknown[] = "this system does not tell where a library has its variables";

#if defined(__linux__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SEGMENTS = 8 };

/* Whole words: pages of memory hold a whole number of them. */
typedef struct segment {
  const volatile uint64_t *first;
  size_t words;
  uint64_t *noted;
} segment;

struct dcm_variables {
  uintptr_t function, base;
  char file[4096];
  segment segments[MOST_SEGMENTS];
  size_t count;
};

static int has(const struct dl_phdr_info *object, uintptr_t address) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    if (p->p_type == PT_LOAD && address >= object->dlpi_addr + p->p_vaddr &&
        address < object->dlpi_addr + p->p_vaddr + p->p_memsz)
      return 1;
  }
  return 0;
}

static int take(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  dcm_variables *v = data;
  if (!has(object, v->function))
    return 0;
  v->base = object->dlpi_addr;
  snprintf(v->file, sizeof v->file, "%s",
           object->dlpi_name && object->dlpi_name[0] ? object->dlpi_name : "/proc/self/exe");
  for (int i = 0; i < object->dlpi_phnum && v->count < MOST_SEGMENTS; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    const uintptr_t word = sizeof(uint64_t), first = (v->base + p->p_vaddr) / word * word;
    const size_t words = (v->base + p->p_vaddr + p->p_memsz - first + word - 1) / word;
    if (p->p_type == PT_LOAD && (p->p_flags & PF_W))
      v->segments[v->count++] =
          (segment){(const volatile uint64_t *)first, words, malloc(words * word)};
  }
  return 1;
}

dcm_variables *dcm_variables_of(void (*function)(void)) {
  dcm_variables *v = calloc(1, sizeof *v);
  if (!v)
    return NULL;
  v->function = (uintptr_t)function;
  int known = dl_iterate_phdr(take, v);
  for (size_t i = 0; i < v->count; i++)
    known = known && v->segments[i].noted;
  if (known)
    return v;
  dcm_variables_free(v);
  return NULL;
}

void dcm_variables_free(dcm_variables *v) {
  for (size_t i = 0; v && i < v->count; i++)
    free(v->segments[i].noted);
  free(v);
}

/* Between the variables of a library that was compiled with a sanitizer lies memory that nobody but
 * these functions may read; memcpy and memcmp may not either. */
#define READS_ALL __attribute__((no_sanitize("address", "undefined")))

/** The first byte of a word, in memory, that is not zero. */
static size_t first_byte(uint64_t word) {
  unsigned char bytes[sizeof word];
  size_t i = 0;
  memcpy(bytes, &word, sizeof word);
  while (!bytes[i])
    i++;
  return i;
}

READS_ALL void dcm_variables_note(dcm_variables *v) {
  for (size_t i = 0; i < v->count; i++)
    for (size_t at = 0; at < v->segments[i].words; at++)
      v->segments[i].noted[at] = v->segments[i].first[at];
}

READS_ALL const void *dcm_variables_changed(const dcm_variables *v) {
  for (size_t i = 0; i < v->count; i++)
    for (size_t at = 0; at < v->segments[i].words; at++) {
      const uint64_t now = v->segments[i].first[at], change = now ^ v->segments[i].noted[at];
      if (change)
        return (const char *)(uintptr_t)&v->segments[i].first[at] + first_byte(change);
    }
  return NULL;
}

READS_ALL int dcm_variables_hold(const dcm_variables *v, const void *place) {
  for (size_t i = 0; i < v->count; i++)
    for (size_t at = 0; at < v->segments[i].words; at++)
      if (v->segments[i].first[at] == (uintptr_t)place)
        return 1;
  return 0;
}

/** Looks for the symbol of an address in the contents of an ELF file. */
static const char *symbol_at(const char *file, size_t bytes, uintptr_t address) {
  static char name[128];
  const ElfW(Ehdr) *head = (const void *)file;
  if (bytes < sizeof *head || memcmp(file, ELFMAG, SELFMAG) != 0 || head->e_shoff > bytes ||
      head->e_shentsize != sizeof(ElfW(Shdr)) ||
      head->e_shnum > (bytes - head->e_shoff) / sizeof(ElfW(Shdr)))
    return NULL;
  const ElfW(Shdr) *sections = (const void *)(file + head->e_shoff);
  for (int i = 0; i < head->e_shnum; i++) {
    const ElfW(Shdr) *table = &sections[i];
    if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum ||
        table->sh_offset > bytes || table->sh_size > bytes - table->sh_offset)
      continue;
    const ElfW(Shdr) *texts = &sections[table->sh_link];
    const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
    for (size_t s = 0; s < table->sh_size / sizeof *symbols; s++)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_OBJECT && address >= symbols[s].st_value &&
          address < symbols[s].st_value + symbols[s].st_size &&
          texts->sh_offset + symbols[s].st_name < bytes) {
        snprintf(name, sizeof name, "%.*s", (int)(bytes - texts->sh_offset - symbols[s].st_name),
                 file + texts->sh_offset + symbols[s].st_name);
        return name;
      }
  }
  return NULL;
}

const char *dcm_variables_name(const dcm_variables *v, const void *address) {
  struct stat status;
  const int file = open(v->file, O_RDONLY);
  if (file < 0)
    return NULL;
  const char *name = NULL;
  if (fstat(file, &status) == 0 && status.st_size > 0) {
    const size_t bytes = (size_t)status.st_size;
    void *content = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (content != MAP_FAILED) {
      name = symbol_at(content, bytes, (uintptr_t)address - v->base);
      munmap(content, bytes);
    }
  }
  close(file);
  return name;
}

size_t dcm_allocated_bytes(void) {
  /* Sanitizers have an allocator of their own. */
  void *symbol = dlsym(RTLD_DEFAULT, "__sanitizer_get_current_allocated_bytes");
  size_t (*of_sanitizer)(void);
  memcpy(&of_sanitizer, &symbol, sizeof symbol);
  if (of_sanitizer)
    return of_sanitizer();
#if __GLIBC__ > 2 || __GLIBC_MINOR__ >= 33
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
#else
  return 0;
#endif
}

#else

dcm_variables *dcm_variables_of(void (*function)(void)) {
  (void)function;
  return NULL;
}

void dcm_variables_free(dcm_variables *variables) {
  (void)variables;
}

void dcm_variables_note(dcm_variables *variables) {
  (void)variables;
}

const void *dcm_variables_changed(const dcm_variables *variables) {
  (void)variables;
  return NULL;
}

int dcm_variables_hold(const dcm_variables *variables, const void *place) {
  (void)variables;
  (void)place;
  return 0;
}

const char *dcm_variables_name(const dcm_variables *variables, const void *address) {
  (void)variables;
  (void)address;
  return NULL;
}

size_t dcm_allocated_bytes(void) {
  return 0;
}

#endif
