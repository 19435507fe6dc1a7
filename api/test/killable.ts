import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterFile } from './after-file.ts';
import { testCredentialKey } from './app.ts';
import type { TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import type { ProcessStart } from './payments-process.ts';
import { cleanEnvironment, pathOfPayments, pathOfProgram } from './program.ts';

const secret = 'of the kill test';

/** The API and the worker as processes that can be killed, and networks that remember what they paid. */
export interface Killable {
  readonly serverUrl: string;
  readonly simulatorUrl: string;
  /** kill -9, and starts it again. */
  kill(does: ProcessStart['does']): Promise<void>;
}

export async function startKillable(test: TestDatabase): Promise<Killable> {
  const running = new Set<ChildProcess>();
  afterFile(() => {
    for (const child of running) child.kill('SIGKILL');
  });
  /** Its first line contains its URL, or only says that it is running. */
  const startProcess = async (
    file: string,
    argument: string,
    settings: Record<string, string> = {},
  ): Promise<{ child: ChildProcess; line: string }> => {
    const child = spawn(process.execPath, [file, argument], {
      env: cleanEnvironment(settings),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.add(child);
    for await (const line of createInterface({ input: child.stdout })) return { child, line };
    throw new Error('A process ended before it was running');
  };
  const port = await freePort();
  const serverUrl = `http://127.0.0.1:${port}`;
  const simulator = await startProcess(pathOfProgram('simulate'), '', {
    SENTE_SIMULATOR_PORT: '0',
    SENTE_SIMULATOR_DELAY_MS: '30',
    SENTE_SIMULATOR_SECRET: secret,
    SENTE_PUBLIC_URL: serverUrl,
  });
  const start = (does: ProcessStart['does']) =>
    startProcess(
      pathOfPayments,
      JSON.stringify({
        does,
        url: test.url,
        port,
        networksAt: simulator.line,
        networksSecret: secret,
        credentialKey: testCredentialKey.toString('hex'),
      } satisfies ProcessStart),
    );
  const processes = { api: await start('api'), worker: await start('worker') };
  return {
    serverUrl,
    simulatorUrl: simulator.line,
    kill: async (does) => {
      const ended = once(processes[does].child, 'exit');
      processes[does].child.kill('SIGKILL');
      await ended;
      processes[does] = await start(does);
    },
  };
}
