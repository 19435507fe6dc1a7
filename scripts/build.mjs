import { ensureWebBuilt } from './lib/build.mjs';
import { report } from './lib/problem.mjs';
import { stopOnSignals } from './lib/processes.mjs';
import { pickRuntime } from './lib/runtime.mjs';

/* Builds the web app for the steps that need it later. */
stopOnSignals();
try {
  await ensureWebBuilt(pickRuntime());
} catch (error) {
  report(error);
  process.exitCode = 1;
}
