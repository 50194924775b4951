/* SPDX-License-Identifier: MIT */
#include "check/page_end.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

size_t dcm_page_size(void) {
  return (size_t)sysconf(_SC_PAGESIZE);
}

/** Bytes of the pages that have room for so many bytes. */
static size_t room_of(size_t bytes) {
  return (bytes + dcm_page_size() - 1) / dcm_page_size() * dcm_page_size();
}

static char *pages_of(void *place, size_t bytes) {
  return (char *)place + bytes - room_of(bytes);
}

void *dcm_page_end_take(size_t bytes) {
  const size_t page = dcm_page_size(), room = room_of(bytes);
  char *pages = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return NULL;
  if (mprotect(pages + room, page, PROT_NONE)) {
    munmap(pages, room + page);
    return NULL;
  }
  return pages + room - bytes;
}

void *dcm_page_fences(size_t rooms, size_t bytes) {
  const size_t page = dcm_page_size(), all = page + rooms * (bytes + page);
  char *pages = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    return NULL;
  for (size_t room = 0; room < rooms; room++)
    if (mprotect(pages + page + room * (bytes + page), bytes, PROT_READ | PROT_WRITE)) {
      munmap(pages, all);
      return NULL;
    }
  return pages + page;
}

void dcm_page_fences_free(void *first, size_t rooms, size_t bytes) {
  const size_t page = dcm_page_size();
  if (first)
    munmap((char *)first - page, page + rooms * (bytes + page));
}

void dcm_page_end_free(void *place, size_t bytes) {
  if (place)
    munmap(pages_of(place, bytes), room_of(bytes) + dcm_page_size());
}

static void protect(void *place, size_t bytes, int access) {
  if (mprotect(pages_of(place, bytes), room_of(bytes), access))
    abort();
}

void dcm_page_end_lock(void *place, size_t bytes, int is_locked) {
  protect(place, bytes, is_locked ? PROT_READ : PROT_READ | PROT_WRITE);
}

void dcm_page_end_forbid(void *place, size_t bytes) {
  if (bytes)
    protect(place, bytes, PROT_NONE);
}

int dcm_page_end_is_behind(const void *place, size_t bytes, const void *address) {
  const char *end = (const char *)place + bytes, *at = address;
  return at >= end && at < end + dcm_page_size();
}
