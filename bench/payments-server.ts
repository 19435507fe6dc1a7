import { openDatabase } from '../api/src/db/database.ts';
import { createLogger } from '../api/src/http/logger.ts';
import { createEngine } from '../api/src/payments/engine.ts';
import { openConnectors } from '../api/src/payments/networks/connectors.ts';
import { simulatorKeys } from '../api/src/payments/simulator/keys.ts';
import { createSealer } from '../api/src/security/secrets.ts';
import { benchKey, buildBenchApp, simulatorSecret } from './app.ts';

/** A separate process: the whole server, with or without processing payments. */
export interface PaymentsServerStart {
  readonly url: string;
  /** URL of the simulated networks; null accepts payments without processing them. */
  readonly networksAt: string | null;
}

export interface PaymentsServerStarted {
  readonly port: number;
}

process.once('message', (start: PaymentsServerStart) => void listen(start));
// A profile is written on exit.
process.once('disconnect', () => process.exit(0));

async function listen({ url, networksAt }: PaymentsServerStart): Promise<void> {
  const database = openDatabase({
    url,
    poolSize: 20,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  let port = 0;
  const connectors = openConnectors(
    {
      ...simulatorKeys(simulatorSecret, networksAt ?? 'http://127.0.0.1:9'),
      isSimulated: true,
      callbackBase: () => `http://127.0.0.1:${port}`,
    },
    createSealer(benchKey),
  );
  const engine = createEngine({ database, connectors, logger: createLogger('silent') });
  const app = await buildBenchApp(database, engine);
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  if (networksAt) engine.runner.start();
  process.send?.({ port } satisfies PaymentsServerStarted);
}
