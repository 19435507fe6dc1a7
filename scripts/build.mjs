import { ensureProgramsBuilt, ensureWebBuilt } from './lib/build.mjs';
import { report } from './lib/problem.mjs';
import { stopOnSignals } from './lib/processes.mjs';
import { pickRuntime } from './lib/runtime.mjs';

/* Builds the web app and the server for those who need them later. */
stopOnSignals();
try {
  const runtime = pickRuntime();
  await ensureProgramsBuilt(runtime);
  await ensureWebBuilt(runtime);
} catch (error) {
  report(error);
  process.exitCode = 1;
}
