import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  identify,
  isStillRunning,
  removeStaleLock,
} from '../../api/src/db/embedded/process-identity.mjs';

const ASK_AGAIN_MS = 200;
const ORPHAN_STOPS_WITHIN_MS = 1_000;

/**
 * Runs `work` while this process alone holds the lock file. The file names the holder and the
 * program it is waiting for, so that a lock left by `kill -9` is recognised. `work` gets a function
 * that records that program's pid; `onWait` is called once with the current holder.
 */
export async function withLock(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!take(file)) {
    const found = read(file);
    const { holder, helper } = parse(found);
    if (isStillRunning(holder) || (!holder && isBeingWritten(file))) {
      if (holder && !told) onWait(holder.pid);
      told ||= Boolean(holder);
      await sleep(ASK_AGAIN_MS);
    } else {
      await endOrphan(helper);
      removeStaleLock(file, found);
    }
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work((pid) => writeFileSync(file, describe(pid)));
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(file) {
  try {
    writeFileSync(file, describe(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    rmSync(file, { force: true }); // created, but the disk was too full to write into it
    throw error;
  }
}

function describe(helperPid) {
  return JSON.stringify({
    holder: identify(process.pid),
    helper: helperPid === undefined ? null : identify(helperPid),
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { holder: null, helper: null };
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** There is a moment between creating the file and writing to it; an older empty one is stale. */
function isBeingWritten(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined || Date.now() - stat.mtimeMs < 2_000;
}

/**
 * When a holder is killed, the npm process that it started continues and would write to
 * node_modules at the same time as ours. Its work is repeated anyway, so it is stopped.
 */
async function endOrphan(helper) {
  const deadline = Date.now() + ORPHAN_STOPS_WITHIN_MS;
  let signal = 'SIGTERM';
  while (isStillRunning(helper)) {
    if (Date.now() > deadline) signal = 'SIGKILL';
    try {
      process.kill(-helper.pid, signal);
    } catch {
      // It exited in between.
    }
    await sleep(ASK_AGAIN_MS);
  }
}
