import { platformScope } from '../src/db/scope.ts';
import { openDatabase, type Database, type Db } from '../src/db/database.ts';
import { findViolations } from '../src/ledger/invariants.ts';
import type { Ledger } from '../src/ledger/ledger.ts';
import type { Posting } from '../src/ledger/posting.ts';
import { createTarget, type Target } from './movements.ts';

/** Companies to post into while processes are killed. */
export async function createTargets(owner: Db, count: number): Promise<Target[]> {
  const targets: Target[] = [];
  for (let number = 0; number < count; number++) targets.push(await createTarget(owner));
  return targets;
}

/** The nth intent of a writer. Its key is the same however often it is sent. */
function intent(target: Target, writer: number, n: number): Posting {
  const amount = BigInt(1 + ((writer * 31 + n) % 97));
  return {
    companyId: target.companyId,
    accountId: target.accountId,
    type: 'credit',
    amount,
    legs: [
      { accountId: target.settlement, amount: -amount },
      { accountId: target.accountId, amount },
    ],
    kind: 'crash',
    key: `writer ${writer}, intent ${n}`,
    description: 'Posted while something was killed',
  };
}

/**
 * Posts one intent after the other until stopped. Like a proper client it repeats an intent until
 * it gets an answer.
 */
export async function keepPosting(
  ledger: Ledger,
  targets: readonly Target[],
  writer: number,
  { from, onPromise, stop }: { from: number; onPromise: (n: number) => void; stop: () => boolean },
): Promise<void> {
  const target = targets[writer % targets.length]!;
  for (let n = from; !stop();) {
    try {
      const outcome = await ledger.post(intent(target, writer, n));
      if (outcome.status !== 'completed') throw new Error(`An intent was ${outcome.status}`);
      onPromise(n);
      n++;
    } catch (error) {
      if ((error as Error).message.startsWith('An intent')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Describes what is wrong with the money; empty if every promise was kept exactly once. */
export async function brokenPromises(
  url: string,
  targets: readonly Target[],
  promised: ReadonlyMap<number, number>,
): Promise<string[]> {
  const database = openOwner(url);
  try {
    return await database.within(platformScope, async (db) => {
      const broken = (await findViolations(db)).map((violation) => violation.invariant);
      for (const [writer, count] of promised) {
        const target = targets[writer % targets.length]!;
        const row = await db.row<{ kept: number; stored: number }>(
          `select count(*) filter (where key = any ($2))::int as kept, count(*)::int as stored
           from transactions where company_id = $1 and key like $3`,
          [
            target.companyId,
            Array.from({ length: count }, (_, n) => intent(target, writer, n).key),
            `writer ${writer},%`,
          ],
        );
        const { kept, stored } = row ?? { kept: 0, stored: 0 };
        if (kept !== count) broken.push(`writer ${writer}: ${count} promised, ${kept} kept`);
        // At most the one in flight at the end.
        if (stored > count + 1) broken.push(`writer ${writer}: ${stored} stored of ${count}`);
      }
      return broken;
    });
  } finally {
    await database.close();
  }
}

export function openOwner(url: string): Database {
  return openDatabase({
    url,
    poolSize: 2,
    statementTimeoutMs: 120_000,
    role: null,
    onIdleError: () => {},
  });
}
