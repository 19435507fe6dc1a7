import { formatUgx } from '@sente/contract/money';
import { tellAsked } from '../approvals/telling.ts';
import { toUgx } from '../db/amounts.ts';
import { stopOf } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { Actor } from '../http/actor.ts';
import { AppError, refused } from '../http/app-error.ts';
import {
  availableOn,
  lockBulk,
  needsOf,
  submitBulk,
  type StoredBulk,
} from './stored-bulks.queries.ts';
import { markExceeding } from './check-limits.ts';
import { markDoubled, sumUp } from './check-lines.queries.ts';
import { endUnpaid } from './unpaid.ts';

/** Every line is checked: a person looks at it now, and what a company's systems ordered goes on by itself. */
export async function endCheck(database: Database, id: string): Promise<void> {
  await database.within(platformScope, async (db) => {
    const before = await lockBulk(db, id);
    if (before?.state !== 'checking') return;
    await markDoubled(db, id);
    await markExceeding(db, before);
    await sumUp(db, id);
    const bulk = await lockBulk(db, id);
    if (!bulk) return;
    db.changed({ topic: 'money', companyId: bulk.company_id });
    if (bulk.origin === 'portal') {
      await db.rows(`update bulk_payouts set state = 'draft', next_step_at = null where id = $1`, [
        id,
      ]);
      return;
    }
    const reason = await whyNot(db, bulk);
    if (reason !== null) await endUnpaid(db, bulk, { state: 'refused', reason });
    else await submit(db, null, bulk, { leavesOut: bulk.leaves_out, paysDoubled: true });
  });
}

/** Why it is not paid as it is; null if it can be. */
async function whyNot(db: Db, bulk: StoredBulk): Promise<string | null> {
  const faulty = bulk.line_count - bulk.ok_count;
  if (bulk.ok_count === 0) return 'Every line has a fault';
  if (faulty > 0 && !bulk.leaves_out) {
    return `${faulty === 1 ? '1 line has a fault' : `${faulty.toLocaleString('en-US')} lines have faults`}, so nothing is paid`;
  }
  // Otherwise whoever approves it sees to the money.
  const goesNow = (await needsOf(db, bulk)) === 'none';
  const lacking = goesNow ? await lackingFor(db, bulk) : null;
  return lacking ?? null;
}

/** What the account lacks, as a sentence; null if it holds enough. */
export async function lackingFor(db: Db, bulk: StoredBulk): Promise<string | null> {
  const total = BigInt(bulk.amount) + BigInt(bulk.fee);
  const available = await availableOn(db, bulk.account_id);
  if (available >= total) return null;
  const [needed, there] = [total, available].map((sum) => formatUgx(toUgx(String(sum))));
  return `It takes ${needed} with fees, and the account has ${there} available`;
}

/** Asks for it, once the check has ended. `actor`: null for the company's systems. */
export async function submit(
  db: Db,
  actor: Actor | null,
  bulk: StoredBulk,
  wish: { readonly leavesOut: boolean; readonly paysDoubled: boolean },
): Promise<void> {
  if (bulk.ok_count === 0) throw refused('Every line has a fault. Upload another file.');
  if (bulk.ok_count < bulk.line_count && !wish.leavesOut) {
    throw refused('Some lines have faults. Leave them out, or upload another file.');
  }
  const stop = await stopOf(db, bulk.account_id);
  if (stop && actor) throw new AppError(stop);
  const needs = await needsOf(db, bulk);
  await submitBulk(db, bulk.id, { needs, ...wish });
  db.changed({ topic: 'approvals', companyId: bulk.company_id });
  if (needs === 'none') return;
  const asked = { id: bulk.id, kind: 'bulk-payout', companyId: bulk.company_id } as const;
  await tellAsked(db, actor, { ...asked, amount: BigInt(bulk.amount) });
}
