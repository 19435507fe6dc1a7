import { openDatabase, type Database, type Db } from '../src/db/database.ts';
import { createLogger } from '../src/http/logger.ts';
import { createSealer } from '../src/security/secrets.ts';
import { createWatcher, type Watcher } from '../src/watcher/watcher.ts';
import { testCredentialKey } from './app.ts';
import { createPayment } from './factories.ts';

/** A watcher as `npm run watch` opens it, that looks when it is told to. */
export function openWatcher(url: string): { watcher: Watcher; database: Database } {
  const database = openDatabase({
    url,
    poolSize: 1,
    statementTimeoutMs: 5_000,
    role: 'sente_watcher',
    onIdleError: () => {},
  });
  const sealer = createSealer(testCredentialKey);
  return { database, watcher: createWatcher(database, createLogger('silent'), sealer) };
}

export async function withWatcher<T>(
  url: string,
  work: (watcher: Watcher) => Promise<T>,
): Promise<T> {
  const { watcher, database } = openWatcher(url);
  try {
    return await work(watcher);
  } finally {
    await database.close();
  }
}

export type PayoutFields = NonNullable<Parameters<typeof createPayment>[2]>;

/** Payouts to so many new numbers, ready to be sent. */
export async function payOutIn(
  db: Db,
  companyId: string,
  count: number,
  { first = 0, ...fields }: PayoutFields & { first?: number } = {},
): Promise<void> {
  for (let i = first; i < first + count; i++) {
    await createPayment(db, companyId, {
      direction: 'payout',
      amount: 10_000_000n + BigInt(i),
      phoneNumber: `25677${String(2_000_000 + i)}`,
      ...(!fields.awaitsApproval && { nextStepAt: new Date() }),
      ...fields,
    });
  }
}
