import { openDatabase } from '../src/db/database.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import type { Target } from './movements.ts';
import { keepPosting } from './promises.ts';

/**
 * A separate process that posts as fast as it can until it is killed. Its argument contains the
 * targets and the first intent; it prints a line for each acknowledged posting.
 */
const { url, targets, from } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  targets: Target[];
  from: number[];
};
const database = openDatabase({
  url,
  poolSize: 8,
  statementTimeoutMs: 5_000,
  role: 'sente_app',
  onIdleError: () => {},
});
const ledger = createLedger(database);
await Promise.all(
  from.map((first, writer) =>
    keepPosting(ledger, targets, writer, {
      from: first,
      onPromise: (n) => void process.stdout.write(`${writer} ${n}\n`),
      stop: () => false,
    }),
  ),
);
