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
 * Starts a program and returns the promise of { code, signal, output }. With `capture` its output
 * is collected instead of shown; with `server` its exit code becomes ours when it is asked to stop.
 * Every child leads its own process group: Ctrl-C then reaches only us, we forward exactly one
 * signal, and a child that ignores it can be killed with all its children.
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
    killGroup(child); // it would never be reported
    throw error;
  }

  let output = '';
  const keep = (chunk) => (output += chunk);
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);

  return new Promise((resolve, reject) => {
    const ended = (settle) => {
      running.delete(entry);
      // While stopping, results no longer matter: the next step must not start.
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

/** Exits the way the child exited. */
export function exitLike({ code, signal }) {
  process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
}

/**
 * Stops all children, then this process, with the given result or that of the server it ran. A
 * second call does not wait for them.
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

/** Ctrl-C, `kill`, a closed terminal and the death of npm all lead to one orderly stop. */
export function stopOnSignals() {
  // The reader of our output may close first (a closed terminal, `| head`); that must not crash us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  // npm runs scripts in a shell that may die of SIGTERM without forwarding it; then our parent
  // changes.
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stopAll('SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}
