import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './paths.mjs';

/** After this long a child that was asked to stop is killed. */
const STOP_WITHIN_MS = 20_000;
const PARENT_CHECK_MS = 400;

const running = new Set();
let stopSignal = null;
let outcome = null;

/**
 * Starts a program and returns the promise of { code, signal, output }. With `capture` its output is
 * collected instead of shown; with `server` its exit code becomes ours when it is asked to stop.
 *
 * Every child leads a group of its own: Ctrl-C then reaches only us, we pass on exactly one signal,
 * and a child that does not listen can be killed with all it started.
 */
export function run(command, args, options = {}) {
  const { capture = false, server = false, env, cwd = root, onStart } = options;
  const { stopWithinMs = STOP_WITHIN_MS } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...(capture && !process.stdout.isTTY ? { NO_COLOR: '1' } : {}), ...env },
    detached: true,
    stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
  });
  const entry = { child, stopWithinMs };
  running.add(entry);
  try {
    if (child.pid !== undefined) onStart?.(child.pid);
  } catch (error) {
    killGroup(child); // nobody would ever learn of it
    throw error;
  }

  let output = '';
  const keep = (chunk) => (output += chunk);
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);

  return new Promise((resolve, reject) => {
    const ended = (settle) => {
      running.delete(entry);
      // While stopping nobody waits for results any more: what was to come next must not begin.
      if (stopSignal === null) settle();
      else exitWhenAllEnded();
    };
    child.once('error', (error) => ended(() => reject(error)));
    child.once('close', (code, signal) => {
      if (server) outcome ??= { code, signal };
      ended(() => resolve({ code, signal, output }));
    });
  });
}

/** Ends this process the way its child ended. */
export function exitLike({ code, signal }) {
  process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
}

/**
 * Stops all children, then this process, with the given result or that of the server it ran. Asked a
 * second time, it does not wait for them.
 */
export function stopAll(signal, result = null) {
  outcome ??= result;
  const insist = stopSignal !== null;
  stopSignal ??= signal;
  for (const { child, stopWithinMs } of running) {
    if (insist) {
      killGroup(child);
    } else {
      child.kill(signal);
      setTimeout(() => killGroup(child), stopWithinMs).unref();
    }
  }
  exitWhenAllEnded();
}

function exitWhenAllEnded() {
  if (running.size > 0) return;
  exitLike(outcome ?? { signal: stopSignal });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Ctrl-C, `kill`, a closed terminal, and the death of npm all end in one orderly stop. */
export function stopOnSignals() {
  // The reader of our output may go first (a closed terminal, `| head`); that is no reason to crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  // npm runs scripts in a shell that may die of SIGTERM without passing it on; then our parent changes.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stopAll('SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}
