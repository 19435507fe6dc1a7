import type { CasePreview } from '@sente/contract/reconciliation';
import { toUgx } from '../db/amounts.ts';
import type { Db } from '../db/database.ts';
import { listLegs, toLeg, type LegRow, type ReadableLeg } from '../ledger/legs.ts';

/**
 * The transactions with their legs, and with what is advanced before or repaid after them. What the provider's
 * accounts have afterwards is that of all companies, as in the trial balance: the accounts of one company say
 * nothing about a network or the bank.
 */
export async function previewOf(db: Db, ids: readonly string[]): Promise<CasePreview> {
  const rows = await db.rows<{ id: string; kind: string; description: string; company: string }>(
    `select t.id, t.kind, t.description,
       (select c.name from companies c where c.id = t.company_id) as company
     from unnest($1::uuid[]) with ordinality u (id, place)
     cross join lateral (values (-1), (0), (1)) s (steps)
     join transactions t on t.id = uuid_beside(u.id, s.steps)
     where s.steps = 0 or t.kind in ('advance', 'repayment')
     order by u.place, s.steps`,
    [ids],
  );
  const sums = await readSums(db);
  const postings: CasePreview['postings'] = [];
  // The sums are those after the last posting, so the way is backwards.
  for (const { id, kind, description, company } of rows.toReversed()) {
    const legs = (await listLegs(db, id)).toReversed().map((leg) => ofAll(leg, sums));
    postings.unshift({ kind, description, companyName: company, legs: legs.toReversed() });
  }
  return { postings };
}

const keyOf = ({ kind, network }: Pick<LegRow, 'kind' | 'network'>) => `${kind} ${network ?? ''}`;

/** What the provider's accounts of each kind have, in all companies together. */
async function readSums(db: Db): Promise<Map<string, bigint>> {
  const rows = await db.rows<Pick<LegRow, 'kind' | 'network'> & { balance: string }>(
    `select kind, network, sum(balance) as balance from accounts
     where kind <> 'customer' group by kind, network`,
  );
  return new Map(rows.map((row) => [keyOf(row), BigInt(row.balance)]));
}

/** The leg with the sum after it; takes it from the sum, which then is that before it. */
function ofAll(leg: LegRow, sums: Map<string, bigint>): ReadableLeg {
  const readable = toLeg(leg);
  const sum = sums.get(keyOf(leg));
  if (leg.kind === 'customer' || sum === undefined) return readable;
  sums.set(keyOf(leg), sum - BigInt(leg.amount));
  return { ...readable, balanceAfter: toUgx(String(sum)) };
}
