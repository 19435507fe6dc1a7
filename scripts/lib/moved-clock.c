/*
 * Moves the clock of a process by MOVED_CLOCK_SECONDS. Only the time of day moves; time that is
 * measured (CLOCK_MONOTONIC) passes as it does. libfaketime does the same and more, but it shows the
 * real time to signal handlers that run during a wait, and PostgreSQL's timeouts are such handlers.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long distance(void) {
  static long seconds;
  static int is_known;
  if (!is_known) {
    const char *text = getenv("MOVED_CLOCK_SECONDS");
    seconds = text ? atol(text) : 0;
    is_known = 1;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    now->tv_sec += distance();
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now) *now = precise.tv_sec;
  return precise.tv_sec;
}
