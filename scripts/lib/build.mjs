import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress.mjs';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { cacheDir, inRoot } from './paths.mjs';
import { explainSystemError, Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { say, timed } from './progress.mjs';
import { toolPath } from './runtime.mjs';

const PROGRAMS_CONFIG = 'scripts/lib/programs.config.mjs';
const UNFINISHED = '.unfinished';
/** A running server keeps its files while newer builds replace each other. */
const KEPT_BUILDS = 3;

const SHARED_SOURCES = ['contract', 'package-lock.json', 'tsconfig.base.json'];
const HOW = 'scripts/lib/build.mjs';

const WEB = {
  what: 'the web app',
  folder: join(cacheDir, 'build'),
  sources: ['web', ...SHARED_SOURCES, HOW, 'scripts/lib/compress.mjs'],
  make: async (build, runtime, recordPid) => {
    const outDir = join(build, 'web');
    await runVite('web', ['--outDir', outDir, '--emptyOutDir'], runtime, recordPid);
    await compressFolder(outDir);
  },
};

const PROGRAMS = {
  what: 'the server',
  folder: join(cacheDir, 'programs'),
  sources: [
    'api/src',
    'api/demo',
    'api/test/payments-process.ts',
    'api/package.json',
    ...SHARED_SOURCES,
    HOW,
    PROGRAMS_CONFIG,
  ],
  make: (build, runtime, recordPid) =>
    runVite('api', ['--config', inRoot(PROGRAMS_CONFIG), '--outDir', build], runtime, recordPid),
};

/** The folder with the built web app for exactly these sources; built first if missing. */
export async function ensureWebBuilt(runtime) {
  return join(await ensureBuilt(WEB, runtime), 'web');
}

/** The folder with the bundled programs of the server (serve.mjs, verify.mjs ...), likewise. */
export function ensureProgramsBuilt(runtime) {
  return ensureBuilt(PROGRAMS, runtime);
}

async function ensureBuilt({ what, folder, sources, make }, runtime) {
  const build = join(folder, fingerprint(sources));
  if (!existsSync(build)) {
    const waiting = (pid) => say(`Another run (pid ${pid}) is building; waiting for it.`);
    await withLock(`${folder}.lock`, waiting, async (recordPid) => {
      if (existsSync(build)) return;
      await timed(`Building ${what}`, async () => {
        mkdirSync(folder, { recursive: true });
        removeUnfinished(folder);
        // Built under another name and renamed when complete, so that an interrupted build is never used.
        await make(build + UNFINISHED, runtime, recordPid);
        renameSync(build + UNFINISHED, build);
        removeOldBuilds(folder);
      });
    });
  }
  markUsed(build);
  return build;
}

async function runVite(workspace, options, runtime, recordPid) {
  const vite = toolPath('vite', 'vite', 'web');
  const args = [vite, 'build', ...options, '--logLevel', 'warn'];
  const { code, output } = await run(runtime.node, args, {
    cwd: inRoot(workspace),
    env: { ...runtime.env, NODE_ENV: 'production' },
    capture: true,
    stopWithinMs: 1_000,
    onStart: recordPid,
  });
  if (code === 0) return;
  const known = /\b(ENOSPC|EDQUOT|EACCES|EROFS|EMFILE)\b/.exec(output)?.[1];
  if (known) throw new Problem(explainSystemError({ code: known }));
  throw new Problem(`The folder ${workspace} does not build. Vite said:\n${output.trim()}`);
}

/** We hold the lock, so no other process uses these. */
function removeUnfinished(folder) {
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function removeOldBuilds(folder) {
  const newestFirst = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, usedAt: statSync(path).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of newestFirst.slice(KEPT_BUILDS))
    rmSync(path, { recursive: true, force: true });
}

function markUsed(build) {
  try {
    utimesSync(build, new Date(), new Date());
  } catch {
    // In a read-only installation no build is removed.
  }
}
