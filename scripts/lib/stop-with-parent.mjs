// Loaded into every Node process we start: a parent that is killed cannot forward a signal, so each
// process detects that its parent is gone and stops in an orderly way.
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
