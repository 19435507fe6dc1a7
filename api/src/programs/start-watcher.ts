import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const program = fileURLToPath(new URL('./watch.ts', import.meta.url));
/** Between its end and the next start. */
const restMs = 2_000;

export interface RunningWatcher {
  stop(): Promise<void>;
}

/**
 * The watcher as a process of its own beside the server: a busy or hanging server does not keep it from
 * looking. It ends with the server, because the channel between them closes, and is started again if it
 * ends before.
 */
export function startWatcher(logger: Logger): RunningWatcher {
  let isStopping = false;
  let child: ChildProcess;
  let nextStart: NodeJS.Timeout | undefined;
  const start = (): void => {
    child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('error', (error) => {
      logger.error({ err: error }, 'the watcher could not start');
      // A process that never started does not end either.
      if (child.pid === undefined && !isStopping) nextStart = setTimeout(start, restMs);
    });
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      logger.error({ code, signal }, 'the watcher ended and is started again');
      nextStart = setTimeout(start, restMs);
    });
  };
  start();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(nextStart);
      if (child.pid === undefined) return;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
