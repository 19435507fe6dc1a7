import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../program.ts';

/** MTN and Airtel as a process of their own, with a memory of what they paid. */
export interface NetworkProcess {
  /** For the servers that use them. */
  readonly settings: Record<string, string>;
  totals(): Promise<Record<string, number>>;
  stop(): void;
}

const script = fileURLToPath(new URL('../../src/programs/simulate.ts', import.meta.url));

export async function startNetworkProcess(
  callbackBase: string,
  delayMs: number,
): Promise<NetworkProcess> {
  const child = spawn(process.execPath, [script], {
    env: cleanEnvironment({
      SENTE_SIMULATOR_PORT: '0',
      SENTE_SIMULATOR_DELAY_MS: String(delayMs),
      SENTE_PUBLIC_URL: callbackBase,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === 2) break;
  }
  const [url, settings] = lines;
  if (!settings) throw new Error('The networks ended before they were running');
  return {
    settings: {
      ...(JSON.parse(settings) as Record<string, string>),
      SENTE_PUBLIC_URL: callbackBase,
    },
    totals: async () =>
      (await (await fetch(`${url}/simulator/totals`)).json()) as Record<string, number>,
    stop: () => void child.kill('SIGKILL'),
  };
}
