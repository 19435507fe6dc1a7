import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { cacheDir, inRoot, nodeModules, root } from './paths.mjs';
import { explainSystemError, Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { say, timed } from './progress.mjs';

const STAMP = join(cacheDir, 'installed.json');
/** npm writes this list of installed packages last, so an interrupted install has none. */
const INSTALLED_LIST = join(nodeModules, '.package-lock.json');

/** node_modules takes 620 MB. */
const NEEDED_MB = 700;
const SPARE_MB = 20;

const NPM_CI = [
  'ci',
  '--ignore-scripts',
  '--include=dev', // NODE_ENV=production would leave out what the build needs
  '--include=optional',
  '--engine-strict=false',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--loglevel=error',
];

/** Installs the dependencies unless exactly these are in place; one process at a time. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  const waiting = (pid) => say(`Another run (pid ${pid}) is installing; waiting for it.`);
  await withLock(join(cacheDir, 'install.lock'), waiting, async (recordPid) => {
    if (isInstalled()) return;
    checkSpace(existsSync(nodeModules) ? SPARE_MB : NEEDED_MB);
    // If this is interrupted while npm deletes old packages, its list must not count as complete.
    rmSync(INSTALLED_LIST, { force: true });
    await timed('Installing dependencies', () => runNpm(recordPid));
    writeStamp();
  });
}

function isInstalled() {
  const list = readJson(INSTALLED_LIST);
  if (!list || !allOnDisk(list)) return false;
  const stamp = readJson(STAMP);
  if (stamp?.manifests === manifestsKey() && stamp.list === listKey()) return true;
  // npm was run by hand. That is fine if everything in the lock file is installed.
  if (!holdsWholeLock(list, readJson(inRoot('package-lock.json')))) return false;
  writeStampIfAllowed();
  return true;
}

function manifestsKey() {
  const { workspaces } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const manifests = workspaces.map((folder) => join(folder, 'package.json'));
  return fingerprint(
    ['package.json', 'package-lock.json', '.npmrc', ...manifests],
    process.platform,
    process.arch,
  );
}

function listKey() {
  return createHash('sha256').update(readFileSync(INSTALLED_LIST)).digest('hex').slice(0, 16);
}

function writeStamp() {
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(STAMP, JSON.stringify({ manifests: manifestsKey(), list: listKey() }));
}

/** In a read-only installation the check is repeated at every start. */
function writeStampIfAllowed() {
  try {
    writeStamp();
  } catch {}
}

/** About 400 file checks, 10 ms: finds packages that were deleted by hand. */
function allOnDisk(list) {
  return Object.keys(list.packages).every((path) => existsSync(inRoot(path, 'package.json')));
}

/**
 * Whether npm's list has every package that the lock file requires on this platform, in that
 * version.
 */
export function holdsWholeLock(list, lock) {
  return Object.entries(lock?.packages ?? {}).every(([path, wanted]) => {
    if (path === '' || !path.includes('node_modules/') || !isForThisMachine(wanted)) return true;
    const found = list.packages[path];
    return found !== undefined && found.version === wanted.version;
  });
}

/**
 * Optional packages are mostly builds for one platform each; only those for this one are required.
 */
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return !libc && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

async function runNpm(recordPid) {
  const { command, args } = npmCommand();
  // A partial install is discarded, so npm need not be given time to clean up.
  const options = { capture: true, stopWithinMs: 1_000, onStart: recordPid };
  const { code, signal, output } = await run(command, [...args, ...NPM_CI], options).catch(
    (error) => {
      if (error.code !== 'ENOENT') throw error;
      throw new Problem(
        'npm was not found. Install Node together with npm from https://nodejs.org.',
      );
    },
  );
  if (code !== 0) throw npmProblem(output, signal ? `was ended by ${signal}` : `failed (${code})`);
  if (!existsSync(INSTALLED_LIST)) {
    checkSpace(SPARE_MB);
    throw npmProblem(output, 'ended without finishing');
  }
}

/**
 * On a full disk npm retries for minutes and then reports success, so the space is checked here.
 */
function checkSpace(neededMb) {
  const { blocks, bavail, bsize } = statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  if (blocks === 0 || freeMb >= neededMb) return; // some network disks report nothing at all
  throw new Problem(
    `The disk is full: the dependencies need ${NEEDED_MB} MB, and ${freeMb} MB are free in ${root}. ` +
      'Free some space and run the same command again.',
  );
}

/** The npm that started us, run by its own Node: node_modules/.bin/node is about to be deleted. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli?.endsWith('npm-cli.js')
    ? { command: node ?? process.execPath, args: [cli] }
    : { command: 'npm', args: [] };
}

export function npmProblem(output, ending) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET/.test(output)) {
    return new Problem(
      'The dependencies could not be downloaded, because the package registry did not answer. ' +
        'Check the network (or the proxy settings of npm) and run the same command again.',
    );
  }
  const known = /\b(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EMFILE)\b/.exec(output)?.[1];
  const path = /npm error path (.+)/.exec(output)?.[1];
  if (known) return new Problem(explainSystemError({ code: known, path }));
  const lastLines = output.trim().split('\n').slice(-15).join('\n');
  return new Problem(
    `Installing the dependencies with npm ${ending}. Run \`npm ci\` to see more. It said:\n${lastLines}`,
  );
}
