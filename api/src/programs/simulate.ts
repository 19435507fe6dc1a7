import { simulatorEnv } from '../payments/simulator/keys.ts';
import { startSimulator } from '../payments/simulator/simulator.ts';

/**
 * The simulator as a separate process, so that the networks outlive a server. Reads
 * SENTE_SIMULATOR_PORT, _DELAY_MS, _LATE_AFTER_MS, _STATE, _SECRET and SENTE_PUBLIC_URL, and prints
 * its URL and the settings for a server that uses it.
 */
const { env } = process;
const number = (name: string, fallback: number): number => Number(env[name] || fallback);

const simulator = await startSimulator(
  { host: 'localhost', port: number('SENTE_SIMULATOR_PORT', 0) },
  {
    delayMs: number('SENTE_SIMULATOR_DELAY_MS', 3_000),
    lateAfterMs: number('SENTE_SIMULATOR_LATE_AFTER_MS', 10_000),
    stateFile: env['SENTE_SIMULATOR_STATE'] || null,
    secret: env['SENTE_SIMULATOR_SECRET'] || 'simulator',
    callbackBase: () => env['SENTE_PUBLIC_URL'] || null,
  },
);
process.stdout.write(`${simulator.url}\n${JSON.stringify(simulatorEnv(simulator.keys))}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void simulator.stop().then(() => process.exit(0)));
}
