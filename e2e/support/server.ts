import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discard } from '../../api/test/discard.ts';
import { cleanEnvironment, programPath } from '../../api/test/program.ts';

export interface TestServer {
  readonly url: string;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** With demo data. The tests read its address from the environment. */
export async function startDemoServer(settings: Settings = {}): Promise<TestServer> {
  const server = await startServer(settings);
  // For child processes and for signing in.
  process.env['SENTE_E2E_URL'] = server.url;
  return server;
}

/** The real program with fresh data in a temporary folder. */
export async function startServer(settings: Settings): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sente-demo-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const program = spawn(process.execPath, [programPath], {
    env: cleanEnvironment({
      PORT: String(port),
      SENTE_DATA: dataDir,
      SENTE_LOG: 'warn',
      // Payers answer after a second instead of three.
      SENTE_SIMULATOR_DELAY_MS: '1000',
      // The webhook receivers are in the test process.
      SENTE_WEBHOOKS_PRIVATE: 'on',
      SENTE_CONTACT_EMAIL: 'hello@provider.test',
      SENTE_WEB_DIR: process.env['SENTE_WEB_DIR'] ?? '',
      ...settings,
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(url, program);
  } catch (error) {
    program.kill('SIGTERM');
    throw error;
  }
  return {
    url,
    async stop() {
      program.kill('SIGTERM');
      if (program.exitCode === null) await once(program, 'exit');
      discard(dataDir);
    },
  };
}

async function untilReady(url: string, program: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (program.exitCode !== null) throw new Error('The server exited before it was ready');
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await sleep(200);
  }
  throw new Error('The server was not ready after a minute');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
