import { join } from 'node:path';
import { StartError } from '../db/embedded/start-error.ts';
import type { Env } from '../env.ts';
import type { Connector } from '../payments/networks/connector.ts';
import { openConnectors } from '../payments/networks/connectors.ts';
import {
  startSimulator,
  type RunningSimulator,
  type SimulatorOptions,
} from '../payments/simulator/simulator.ts';
import type { Sealer } from '../security/secrets.ts';

export interface StartedNetworks {
  readonly connectors: Connector[];
  /** Null with real networks or without any. */
  readonly simulatorUrl: string | null;
  /** Sets the URL for callbacks once the port is known, unless it is configured. */
  listensAt(url: string): void;
  stop(): Promise<void>;
}

/** Opens the configured networks, or the simulator if there are none. */
export async function startNetworks(
  env: Env,
  sealer: Sealer,
  serveMailbox: SimulatorOptions['serveMailbox'],
): Promise<StartedNetworks> {
  let publicUrl = env.publicUrl ?? `http://localhost:${env.port}`;
  const callbackBase = (): string => publicUrl;
  const isConfigured = env.networks.mtn !== null || env.networks.airtel !== null;
  const simulator = isConfigured
    ? null
    : await startOwnSimulator(env, { callbackBase, serveMailbox: serveMailbox ?? null });
  const settings = simulator?.keys ?? env.networks;
  return {
    connectors: openConnectors({ ...settings, isSimulated: !isConfigured, callbackBase }, sealer),
    simulatorUrl: simulator?.url ?? null,
    listensAt: (url) => {
      publicUrl = env.publicUrl ?? url;
    },
    stop: async () => simulator?.stop(),
  };
}

async function startOwnSimulator(
  { host, port, dataDir, databaseUrl, simulator }: Env,
  options: SimulatorOptions,
): Promise<RunningSimulator | null> {
  if (!simulator) return null;
  const listen = (at: number) =>
    startSimulator(
      { host, port: at },
      {
        ...options,
        delayMs: simulator.delayMs,
        // Next to the embedded database, and like it kept across restarts.
        stateFile: databaseUrl === null ? join(dataDir, 'simulator.jsonl') : null,
      },
    );
  if (simulator.port === 'any') {
    const beside = port === 0 || port === 65_535 ? 0 : port + 1;
    return listen(beside).catch(async (error: unknown) => {
      if (!isTaken(error)) throw error;
      return listen(0);
    });
  }
  return listen(simulator.port).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    throw new StartError(
      `Port ${simulator.port} is already in use. Set SENTE_SIMULATOR_PORT to another number, or to off.`,
    );
  });
}

function isTaken(error: unknown): boolean {
  return (error as { code?: string }).code === 'EADDRINUSE';
}
