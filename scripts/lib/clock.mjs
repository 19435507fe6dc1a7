import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, inRoot } from './paths.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';

const FORM = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

/** The environment in which a process and its children see this moment as the current time. */
export async function movedClock(moment) {
  const seconds = secondsUntil(moment);
  return { LD_PRELOAD: await compileLibrary(), MOVED_CLOCK_SECONDS: String(seconds) };
}

/**
 * The offset of the clock for a moment in Kampala time. An offset instead of a fixed time, which
 * would start again in each process.
 */
export function secondsUntil(moment, nowMs = Date.now()) {
  const [, day, time] = FORM.exec(moment ?? '') ?? [];
  const wantedMs = Date.parse(`${day}T${time}+03:00`);
  if (!Number.isNaN(wantedMs)) return Math.round((wantedMs - nowMs) / 1000);
  throw new Problem(
    'Name the moment in Kampala time, for example: npm run test:clock -- "2028-03-01 00:10"',
  );
}

async function compileLibrary() {
  mkdirSync(cacheDir, { recursive: true });
  const library = join(cacheDir, 'moved-clock.so');
  const args = ['-shared', '-fPIC', '-O2', '-o', library, inRoot('scripts/lib/moved-clock.c')];
  const missing = 'Moving the clock needs Linux and a C compiler (Debian: apt-get install gcc).';
  const { code, output } = await run('cc', args, { capture: true }).catch(() => {
    throw new Problem(missing);
  });
  if (code === 0 && process.platform === 'linux') return library;
  throw new Problem(`${missing} The compiler said:\n${output.trim()}`);
}
