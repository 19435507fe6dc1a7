import { existsSync } from 'node:fs';
import { Problem } from './problem.mjs';

const FORM = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

/** Where the distributions, and `make install`, put the library. */
const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
  '/usr/local/lib',
].map((folder) => `${folder}/faketime/libfaketime.so.1`);

/**
 * The environment in which every program believes that it is this moment now, in Kampala time. The
 * clock is moved by a fixed distance, not set: a fixed moment would begin anew in each process.
 */
export function movedClock(moment, nowMs = Date.now(), library = findLibrary()) {
  const seconds = Math.round((parseKampala(moment) - nowMs) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Its correction of timed waits makes Chromium take a minute to start.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}

function parseKampala(moment) {
  const [, day, time] = FORM.exec(moment ?? '') ?? [];
  const parsed = Date.parse(`${day}T${time}+03:00`);
  if (!Number.isNaN(parsed)) return parsed;
  throw new Problem(
    'Name the moment in Kampala time, for example: npm run test:clock -- "2028-03-01 00:10"',
  );
}

function findLibrary() {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library) return library;
  throw new Problem(
    'Moving the clock needs libfaketime on Linux. Install it (Debian and Ubuntu: ' +
      'apt-get install libfaketime) and run the same command again.',
  );
}
