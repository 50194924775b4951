/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "check/allocations.h"

#include <stdint.h>

const char dcm_allocations_unknown[] = "this system does not tell which memory a library takes";

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Behind each recorded block stands a tail that nobody may change. */
enum { TAIL = 64, MOST_BLOCKS = 4096 };

typedef struct block {
  unsigned char *first;
  size_t bytes;
  unsigned char tail; /* each byte of it */
  int of_instance;
  unsigned char *noted;
} block;

static block blocks[MOST_BLOCKS];
static size_t block_count;
static dcm_recording recording;
static int is_overrun;
static unsigned char rubbish_byte;
static dcm_block overrun;

/** Functions that the library called before the functions below took their places. */
static struct {
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*aligned_alloc)(size_t, size_t);
  int (*posix_memalign)(void **, size_t, size_t);
  void (*free)(void *);
  void *(*new)(size_t);
  void *(*new_array)(size_t);
  void (*delete)(void *);
  void (*delete_array)(void *);
  void (*delete_sized)(void *, size_t);
  void (*delete_sized_array)(void *, size_t);
} real;

/* ------------------------------------------------------------------------------------ blocks */

static block *find(const void *first) {
  for (size_t i = block_count; first && i > 0; i--)
    if (blocks[i - 1].first == first)
      return &blocks[i - 1];
  return NULL;
}

static void look_behind(const block *b) {
  for (size_t i = 0; i < TAIL && !is_overrun; i++)
    if (b->first[b->bytes + i] != b->tail) {
      is_overrun = 1;
      overrun = (dcm_block){b->bytes, b->bytes + i};
    }
}

/** Forgets block b. */
static void erase(block *b) {
  free(b->noted);
  *b = blocks[--block_count];
}

/** Forgets a block that is freed. @return its bytes with the tail; 0 if it was not recorded */
static size_t forget(const void *first) {
  block *b = find(first);
  if (!b)
    return 0;
  const size_t bytes = b->bytes + TAIL;
  look_behind(b);
  memset(b->first, rubbish_byte, b->bytes);
  erase(b);
  return bytes;
}

/** Whether a new block of so many bytes is recorded. */
static int records(size_t bytes) {
  return recording && block_count < MOST_BLOCKS && bytes < SIZE_MAX / 2;
}

/** @param filled so many bytes have a content already
 * @return the block */
static void *record(void *first, size_t bytes, size_t filled) {
  if (!first)
    return NULL;
  block *stale = find(first); /* freed by another library, such as that of C++ */
  if (stale)
    erase(stale);
  blocks[block_count++] = (block){.first = first,
                                  .bytes = bytes,
                                  .tail = rubbish_byte,
                                  .of_instance = recording == DCM_RECORDING_INSTANCE};
  if (bytes > filled)
    memset((unsigned char *)first + filled, rubbish_byte, bytes - filled);
  memset((unsigned char *)first + bytes, rubbish_byte, TAIL);
  return first;
}

void dcm_allocations_record(dcm_recording what, unsigned char rubbish) {
  recording = what;
  rubbish_byte = rubbish;
}

void dcm_allocations_note(void) {
  for (size_t i = 0; i < block_count; i++) {
    block *b = &blocks[i];
    if (!b->noted)
      b->noted = malloc(b->bytes + 1);
    if (b->noted)
      memcpy(b->noted, b->first, b->bytes);
  }
}

/** Whether more than one thread may know a block. */
static int is_shared(const block *b, const dcm_variables *variables) {
  if (b->of_instance || (variables && dcm_variables_hold(variables, b->first)))
    return 1;
  for (size_t i = 0; i < block_count; i++)
    for (size_t at = 0; blocks[i].of_instance && at + sizeof(void *) <= blocks[i].bytes;
         at += sizeof(void *))
      if (memcmp(blocks[i].first + at, &b->first, sizeof(void *)) == 0)
        return 1;
  return 0;
}

int dcm_allocations_changed(const dcm_variables *variables, dcm_block *changed) {
  for (size_t i = 0; i < block_count; i++) {
    const block *b = &blocks[i];
    if (!b->noted || memcmp(b->first, b->noted, b->bytes) == 0 || !is_shared(b, variables))
      continue;
    size_t at = 0;
    while (b->first[at] == b->noted[at])
      at++;
    *changed = (dcm_block){b->bytes, at};
    return 1;
  }
  return 0;
}

int dcm_allocations_overrun(dcm_block *written) {
  for (size_t i = 0; i < block_count; i++)
    look_behind(&blocks[i]);
  *written = overrun;
  return is_overrun;
}

/* ----------------------------------------------------------------- what the library now calls */

static void *own_malloc(size_t bytes) {
  return records(bytes) ? record(real.malloc(bytes + TAIL), bytes, 0) : real.malloc(bytes);
}

static void *own_calloc(size_t count, size_t size) {
  const size_t bytes = size && count > SIZE_MAX / size ? SIZE_MAX : count * size;
  return records(bytes) ? record(real.calloc(1, bytes + TAIL), bytes, bytes)
                        : real.calloc(count, size);
}

static void *own_realloc(void *first, size_t bytes) {
  block *b = find(first);
  if (!first)
    return own_malloc(bytes);
  if (!b)
    return real.realloc(first, bytes);
  look_behind(b);
  const size_t kept = b->bytes < bytes ? b->bytes : bytes;
  void *moved = real.realloc(first, bytes + TAIL);
  if (!moved)
    return NULL;
  erase(b);
  return record(moved, bytes, kept);
}

static void *own_aligned_alloc(size_t alignment, size_t bytes) {
  if (!records(bytes) || !alignment)
    return real.aligned_alloc(alignment, bytes);
  const size_t all = (bytes + TAIL + alignment - 1) / alignment * alignment;
  return record(real.aligned_alloc(alignment, all), bytes, 0);
}

static int own_posix_memalign(void **place, size_t alignment, size_t bytes) {
  const int status = real.posix_memalign(place, alignment, records(bytes) ? bytes + TAIL : bytes);
  if (status == 0 && records(bytes))
    record(*place, bytes, 0);
  return status;
}

static void own_free(void *first) {
  forget(first);
  real.free(first);
}

static void *own_new(size_t bytes) {
  return records(bytes) ? record(real.new(bytes + TAIL), bytes, 0) : real.new(bytes);
}

static void *own_new_array(size_t bytes) {
  return records(bytes) ? record(real.new_array(bytes + TAIL), bytes, 0) : real.new_array(bytes);
}

static void own_delete(void *first) {
  forget(first);
  real.delete(first);
}

static void own_delete_array(void *first) {
  forget(first);
  real.delete_array(first);
}

static void own_delete_sized(void *first, size_t bytes) {
  const size_t all = forget(first);
  real.delete_sized(first, all ? all : bytes);
}

static void own_delete_sized_array(void *first, size_t bytes) {
  const size_t all = forget(first);
  real.delete_sized_array(first, all ? all : bytes);
}

/* The functions of C, and operators new and delete of C++ as compilers name them. */
#define OWN(symbol, function)                                                                      \
  { symbol, (void (*)(void))own_##function, &real.function }
static const struct {
  const char *symbol;
  void (*own)(void);
  void *real; /* a pointer to a function */
} functions[] = {
    OWN("malloc", malloc),
    OWN("calloc", calloc),
    OWN("realloc", realloc),
    OWN("aligned_alloc", aligned_alloc),
    OWN("posix_memalign", posix_memalign),
    OWN("free", free),
    OWN("_Znwm", new),
    OWN("_Znam", new_array),
    OWN("_ZdlPv", delete),
    OWN("_ZdaPv", delete_array),
    OWN("_ZdlPvm", delete_sized),
    OWN("_ZdaPvm", delete_sized_array),
};
enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

/* ------------------------------------------------------------------------- how calls are led */

/** A slot holds the address of a function that the library calls. */
static void lead(uintptr_t slot, const char *symbol) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < FUNCTION_COUNT; i++) {
    if (strcmp(symbol, functions[i].symbol) != 0)
      continue;
    void *known = dlsym(RTLD_DEFAULT, symbol);
    memcpy(functions[i].real, known ? (void *)&known : (void *)slot, sizeof known);
    const uintptr_t first = slot / page * page, end = slot + sizeof(void *);
    if (mprotect((void *)first, end - first, PROT_READ | PROT_WRITE) == 0)
      memcpy((void *)slot, &functions[i].own, sizeof functions[i].own);
  }
}

/** Addresses in the table of a loaded object are relative to it, or not. */
static uintptr_t address_of(const struct dl_phdr_info *object, ElfW(Addr) given) {
  return given < object->dlpi_addr ? object->dlpi_addr + given : given;
}

static void lead_all(const struct dl_phdr_info *object, const ElfW(Dyn) * table) {
  const ElfW(Sym) *symbols = NULL;
  const char *texts = NULL;
  const ElfW(Rela) * lists[2] = {NULL, NULL};
  size_t sizes[2] = {0, 0};
  for (; table->d_tag != DT_NULL; table++) {
    const uintptr_t at = address_of(object, table->d_un.d_ptr);
    switch (table->d_tag) {
    case DT_SYMTAB:
      symbols = (const void *)at;
      break;
    case DT_STRTAB:
      texts = (const void *)at;
      break;
    case DT_RELA:
      lists[0] = (const void *)at;
      break;
    case DT_RELASZ:
      sizes[0] = table->d_un.d_val;
      break;
    case DT_JMPREL:
      lists[1] = (const void *)at;
      break;
    case DT_PLTRELSZ:
      sizes[1] = table->d_un.d_val;
      break;
    }
  }
  for (int list = 0; symbols && texts && list < 2; list++)
    for (size_t i = 0; lists[list] && i < sizes[list] / sizeof(ElfW(Rela)); i++) {
      const uint32_t symbol = ELF64_R_SYM(lists[list][i].r_info);
      if (symbol)
        lead(object->dlpi_addr + lists[list][i].r_offset, texts + symbols[symbol].st_name);
    }
}

static int lead_object(struct dl_phdr_info *object, size_t size, void *function) {
  (void)size;
  const uintptr_t wanted = *(const uintptr_t *)function;
  const ElfW(Dyn) *table = NULL;
  int is_it = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &object->dlpi_phdr[i];
    const uintptr_t first = object->dlpi_addr + p->p_vaddr;
    is_it = is_it || (p->p_type == PT_LOAD && wanted >= first && wanted < first + p->p_memsz);
    if (p->p_type == PT_DYNAMIC)
      table = (const void *)first;
  }
  if (!is_it || !table)
    return 0;
  lead_all(object, table);
  return 1;
}

int dcm_allocations_watch(void (*function)(void)) {
  uintptr_t address = (uintptr_t)function;
  return dl_iterate_phdr(lead_object, &address);
}

#else

int dcm_allocations_watch(void (*function)(void)) {
  (void)function;
  return 0;
}

void dcm_allocations_record(dcm_recording recording, unsigned char rubbish) {
  (void)recording;
  (void)rubbish;
}

void dcm_allocations_note(void) {}

int dcm_allocations_changed(const dcm_variables *variables, dcm_block *changed) {
  (void)variables;
  (void)changed;
  return 0;
}

int dcm_allocations_overrun(dcm_block *written) {
  (void)written;
  return 0;
}

#endif
