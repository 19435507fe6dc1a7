import { openDatabase } from '../src/db/database.ts';
import { createLedger } from '../src/ledger/ledger.ts';
import type { Target } from './movements.ts';
import { keepPosting } from './promises.ts';

/**
 * Stands for one server that posts as fast as it can, until it is killed. It reads what to post to,
 * and from which intent on, from its argument and writes a line for each promise that it got.
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
