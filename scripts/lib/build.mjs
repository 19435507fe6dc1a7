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

const BUILDS = join(cacheDir, 'build');
const UNFINISHED = '.unfinished';
/** A running server keeps its files while newer builds replace each other. */
const KEPT_BUILDS = 3;

const SOURCES = ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'];
const HOW = ['scripts/lib/build.mjs', 'scripts/lib/compress.mjs'];

/** The folder with the built web app for exactly these sources; built first if missing. */
export async function ensureWebBuilt(runtime) {
  const build = join(BUILDS, fingerprint([...SOURCES, ...HOW]));
  if (!existsSync(build)) {
    const waiting = (pid) => say(`Another run (pid ${pid}) is building; waiting for it.`);
    await withLock(join(cacheDir, 'build.lock'), waiting, async (recordPid) => {
      if (!existsSync(build))
        await timed('Building the web app', () => makeBuild(build, runtime, recordPid));
    });
  }
  markUsed(build);
  return join(build, 'web');
}

/**
 * Built under another name and renamed when complete, so that an interrupted build is never used.
 */
async function makeBuild(build, runtime, recordPid) {
  mkdirSync(BUILDS, { recursive: true });
  removeUnfinished();
  const unfinished = build + UNFINISHED;
  await runVite(join(unfinished, 'web'), runtime, recordPid);
  await compressFolder(join(unfinished, 'web'));
  renameSync(unfinished, build);
  removeOldBuilds();
}

async function runVite(outDir, runtime, recordPid) {
  const args = [
    toolPath('vite', 'vite', 'web'),
    'build',
    '--outDir',
    outDir,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const { code, output } = await run(runtime.node, args, {
    cwd: inRoot('web'),
    env: { ...runtime.env, NODE_ENV: 'production' },
    capture: true,
    stopWithinMs: 1_000,
    onStart: recordPid,
  });
  if (code === 0) return;
  const known = /\b(ENOSPC|EDQUOT|EACCES|EROFS|EMFILE)\b/.exec(output)?.[1];
  if (known) throw new Problem(explainSystemError({ code: known }));
  throw new Problem(`The web app does not build. Vite said:\n${output.trim()}`);
}

/** We hold the lock, so no other process uses these. */
function removeUnfinished() {
  for (const name of readdirSync(BUILDS)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}

function removeOldBuilds() {
  const newestFirst = readdirSync(BUILDS)
    .map((name) => join(BUILDS, name))
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
