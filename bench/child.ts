import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BenchError } from './bench-error.ts';

export interface Child {
  readonly process: ChildProcess;
  /** Disconnects, upon which the process exits, and waits for that. */
  stop(): Promise<void>;
}

export function startChild(file: URL, nodeOptions: readonly string[] = []): Child {
  const child = fork(file, { execArgv: [...process.execArgv, ...nodeOptions] });
  return {
    process: child,
    stop: async () => {
      if (!child.connected) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Sends one message and waits for its answer. */
export async function askChild<Answer>(
  { process: child }: Child,
  question: object,
): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new BenchError(`${child.spawnargs.at(-1)} exited before it answered.`);
  });
  child.send(question);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  return answer as Answer;
}
