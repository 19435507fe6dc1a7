import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanEnvironment, programPath } from './program.ts';

export interface RunningProgram {
  readonly url: string;
  readonly process: ChildProcess;
  /** Resolves with exit code and signal. */
  readonly ended: Promise<unknown>;
}

/** The watcher and the wait of a stop have tests of their own. */
const quiet = { SENTE_LOG: 'silent', SENTE_WATCHER: 'off', SENTE_STOP_WAIT_SECONDS: '0' };

/** Starts the real program, or another version of it, on a free port and waits until it is running. */
export async function startProgram(
  settings: Record<string, string>,
  path = programPath,
): Promise<RunningProgram> {
  const program = spawn(process.execPath, [path], {
    env: cleanEnvironment({ PORT: '0', HOST: '127.0.0.1', ...quiet, ...settings }),
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

/** A program that has just started on a busy machine sheds load: callers retry when it says so. */
export async function fetchPatiently(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const seconds = response.headers.get('retry-after');
  if (response.status !== 503 || !seconds) return response;
  await wait(Number(seconds) * 1000);
  return fetchPatiently(url, options);
}

export async function post<Data>(
  url: string,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer<Data>> {
  const response = await fetchPatiently(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer<Data>;
}
