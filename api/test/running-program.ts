import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cleanEnvironment, programPath } from './program.ts';

export interface RunningProgram {
  readonly url: string;
  readonly process: ChildProcess;
  /** Resolves with exit code and signal. */
  readonly ended: Promise<unknown>;
}

/** Starts the real program on a free port and waits until it is running. */
export async function startProgram(settings: Record<string, string>): Promise<RunningProgram> {
  const program = spawn(process.execPath, [programPath], {
    env: cleanEnvironment({ PORT: '0', HOST: '127.0.0.1', SENTE_LOG: 'silent', ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(program, 'exit');
  for await (const line of createInterface({ input: program.stdout })) {
    const url = /running at (\S+)/.exec(line)?.[1];
    if (url) return { url, process: program, ended };
  }
  throw new Error('The program ended before it was running');
}

interface Answer<Data> {
  readonly success: boolean;
  readonly code?: string;
  readonly data: Data;
}

export async function post<Data>(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer<Data>> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer<Data>;
}
