import { plainArray, textArray } from '../db/array-literal.ts';
import type { Db } from '../db/database.ts';
import type { CheckedLine } from './checked-line.ts';

/** What became of the same amount to the same phone. */
interface PaidLately {
  /** Within a day, or it is under way. */
  readonly is_paid: boolean;
  /** It failed, and people decide whether it was paid after all. */
  readonly is_doubted: boolean;
}

/** By the numbers of the lines. */
export async function findPaidLately(
  db: Db,
  companyId: string,
  lines: readonly CheckedLine[],
): Promise<ReadonlyMap<number, PaidLately>> {
  const good = lines.filter(({ faults }) => faults.length === 0);
  const rows = await db.rows<PaidLately & { readonly number: number }>(
    `select l.number,
       exists (
         select from payments p
         where p.company_id = $1 and p.phone_number = l.phone and p.amount = l.amount
           and p.direction = 'payout' and p.status <> 'FAILED'
           and p.created_at > now() - interval '24 hours'
       ) as is_paid,
       exists (
         select from payment_reviews r join payments p on p.company_id = r.company_id and p.id = r.payment_id
         where r.company_id = $1 and r.closed_at is null and p.phone_number = l.phone
           and p.amount = l.amount and p.direction = 'payout' and p.status = 'FAILED'
       ) as is_doubted
     from unnest($2::int[], $3::text[], $4::bigint[]) l(number, phone, amount)`,
    [
      companyId,
      plainArray(good.map(({ number }) => number)),
      textArray(good.map(({ phoneNumber }) => phoneNumber)),
      plainArray(good.map(({ amount }) => amount ?? 0n)),
    ],
  );
  return new Map(rows.map(({ number, ...row }) => [number, row]));
}

export async function writeChecked(
  db: Db,
  bulkId: string,
  lines: readonly CheckedLine[],
): Promise<void> {
  const rows = lines.map((line) => ({
    number: line.number,
    phone_number: line.phoneNumber,
    network: line.network,
    amount: line.amount === null ? null : String(line.amount),
    name_found: line.nameFound,
    faults: line.faults,
    warnings: line.warnings,
  }));
  await db.rows(
    `with checked as (
       update bulk_payout_lines l
       set phone_number = c.phone_number, network = c.network, amount = c.amount, name_found = c.name_found,
         faults = c.faults, warnings = c.warnings,
         state = case when c.faults = '{}' then 'ok' else 'faulty' end
       from json_to_recordset($2::json) c(number int, phone_number text, network text, amount bigint,
         name_found text, faults text[], warnings text[])
       where l.bulk_id = $1 and l.number = c.number and l.state = 'new'
       returning l.number
     )
     update bulk_payouts set checked_count = checked_count + (select count(*) from checked)
     where id = $1`,
    [bulkId, JSON.stringify(rows)],
  );
}

/**
 * Once every line is checked: the same number, amount and reference twice is a fault of the later line, and the
 * same number again something to look at.
 */
export async function markDoubled(db: Db, bulkId: string): Promise<void> {
  await db.rows(
    `update bulk_payout_lines l
     set state = case when d.is_same then 'faulty' else l.state end,
       faults = case when d.is_same then array['The same as line ' || d.first] else l.faults end,
       warnings = case when d.is_same then l.warnings
         else l.warnings || ('The number is also on line ' || d.first) end
     from (
       select number, coalesce(same, first) as first, same is not null as is_same
       from (
         select number,
           nullif(min(number) over (partition by phone_number, amount, coalesce(reference, '')), number) as same,
           nullif(min(number) over (partition by phone_number), number) as first
         from bulk_payout_lines where bulk_id = $1 and state = 'ok'
       ) n
       where first is not null
     ) d
     where l.bulk_id = $1 and l.number = d.number`,
    [bulkId],
  );
}

/** What the good lines cost. */
export async function sumUp(db: Db, bulkId: string): Promise<void> {
  await db.rows(
    `update bulk_payout_lines l set fee = c.fee, tax = c.tax
     from (
       select n.amount, k.fee, k.vat + k.levy as tax
       from (select distinct amount, company_id from bulk_payout_lines where bulk_id = $1 and state = 'ok') n
       cross join lateral charge_of(n.company_id, 'payout', n.amount, now()) k
     ) c
     where l.bulk_id = $1 and l.state = 'ok' and l.amount = c.amount`,
    [bulkId],
  );
  await db.rows(
    `update bulk_payouts b
     set ok_count = s.ok, warned_count = s.warned, amount = s.amount, fee = s.fee, tax = s.tax
     from (
       select count(*) as ok, count(*) filter (where warnings <> '{}') as warned,
         coalesce(sum(amount), 0) as amount, coalesce(sum(fee), 0) as fee, coalesce(sum(tax), 0) as tax
       from bulk_payout_lines where bulk_id = $1 and state = 'ok'
     ) s
     where b.id = $1`,
    [bulkId],
  );
}
