// Loaded into every Node we start: if the program above it is killed outright, it cannot pass anything
// on, so each one notices by itself and stops in its own orderly way.
import { isMainThread } from 'node:worker_threads';

const CHECK_MS = 500;

if (isMainThread) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, CHECK_MS);
  watch.unref();
}
