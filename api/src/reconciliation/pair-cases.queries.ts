import { sidesOfCases, type CaseKindName } from '@sente/contract/case-kinds';
import type { Db } from '../db/database.ts';
import type { CaseRow } from './case-rows.queries.ts';

/* Two cases that are the two sides of one payment. */

interface CandidateRow {
  readonly id: string;
  readonly number: string;
  readonly kind: CaseKindName;
  readonly day: string;
  readonly reference: string | null;
  readonly company: string | null;
  /** Of the same number, within a day. */
  readonly is_alike: boolean;
}

const list = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

/** Open cases that may be the other side of one: of the same place, with what it lacks, within a month. */
export function listCandidates(
  db: Db,
  { id, network, kind, state, effect, fee, day, phone }: CaseRow,
): Promise<CandidateRow[]> {
  // What the network took besides is a case of its own once they are a pair.
  const moved = BigInt(effect) + BigInt(fee ?? 0);
  return db.rows<CandidateRow>(
    `select c.id, c.number, c.kind, c.day::text,
       coalesce(l.reference, p.network_reference, t.reference) as reference,
       (select o.name from companies o where o.id = c.company_id) as company,
       coalesce(coalesce(l.phone, p.phone_number) = $7, false) and abs(c.day - $4::date) <= 1 as is_alike
     from reconciliation_cases c
     left join statement_lines l on l.id = c.line_id
     left join payments p on p.id = c.payment_id
     left join transactions t on t.company_id = c.company_id and t.id = c.transaction_id
     where $5 = 'open' and c.state = 'open' and c.id <> $1 and c.network = $2
       and c.effect + case when l.status = 'completed' then coalesce(l.fee, 0) else 0 end = -$3::bigint
       and abs(c.day - $4::date) <= 31
       and case when $6 in (${list(sidesOfCases.theirs)}) then c.kind in (${list(sidesOfCases.ours)})
         when $6 in (${list(sidesOfCases.ours)}) then c.kind in (${list(sidesOfCases.theirs)})
         else false end
     -- The same number is nearer than the same day.
     order by (coalesce(l.phone, p.phone_number) = $7) is true desc, abs(c.day - $4::date), c.number limit 10`,
    [id, network, moved, day, state, kind, phone],
  );
}

/**
 * How many there are on the other side that are no case yet, with its number and amount within a day: a booking
 * waits for its line, and a line for its booking.
 */
export async function countWaitingAlike(
  db: Db,
  { network, kind, state, effect, fee, phone, line_id, transaction_id }: CaseRow,
): Promise<number> {
  const isTheirs = sidesOfCases.theirs.some((one) => one === kind);
  const isOurs = sidesOfCases.ours.some((one) => one === kind);
  if (state !== 'open' || phone === null || !(isTheirs || isOurs)) return 0;
  const row = await db.row<{ count: number }>(
    isTheirs
      ? `select count(*)::int as count from reconciliation_bookings b
         join reconciliation_lines l on l.line_id = $4
         where b.network = $1 and b.phone = $2 and b.effect = $3 and b.state = 'open'
           and b.booked_at between l.at - interval '1 day' and l.at + interval '1 day'`
      : `select count(*)::int as count from reconciliation_lines l
         join reconciliation_bookings b on b.transaction_id = $4 and b.network = $1
         where l.network = $1 and l.phone = $2 and l.moved = -$3::bigint and l.state = 'open'
           and l.day between b.day - 1 and b.day + 1`,
    [network, phone, BigInt(effect) + BigInt(fee ?? 0), isTheirs ? line_id : transaction_id],
  );
  return row?.count ?? 0;
}

/** The line of one case and the booking of the other are a pair like any other from now on; a fee then is a case. */
export async function pairCases(
  db: Db,
  { theirs, ours }: { readonly theirs: CaseRow; readonly ours: CaseRow },
  approvalId: string,
): Promise<void> {
  await db.rows(
    `with settled as (
       update reconciliation_cases set state = 'settled', settled_at = now(), settled_by = 'people',
         action = 'match', approval_id = $4, wait_until = null
       where id in ($1, $2)
     ), lined as (
       update reconciliation_lines set case_id = null, payment_id = null,
         state = case when effect = moved then 'matched' else 'differs' end
       where line_id = $3
       returning line_id, day, state
     )
     update reconciliation_bookings b
     set state = l.state, case_id = null, how = 'people', line_id = l.line_id, line_day = l.day
     from lined l where b.case_id = $2 and b.state = 'case'`,
    [theirs.id, ours.id, theirs.line_id, approvalId],
  );
}
