import { newestSearched, type MatchKind } from '@sente/contract/search';
import type { PaymentCheck } from '@sente/contract/payment-check';
import { phoneDigits } from '@sente/contract/phone';
import type { Db } from '../db/database.ts';
import { transactionCheck } from '../payments/transaction-check.ts';
import { gradeRank, gradedFactParts, hit, type GradedPart } from './fact-parts.queries.ts';
import type { SearchTerms } from './search-terms.ts';

/** A payment, or a transaction that is none, and why it was found. */
export interface FoundMovement {
  readonly match: MatchKind;
  readonly payment_id: string | null;
  readonly transaction_id: string | null;
  readonly company_name: string;
  readonly phone_number: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string;
  readonly direction: 'collection' | 'payout' | null;
  /** Of the payment. */
  readonly status: string | null;
  readonly network: string | null;
  readonly reference: string | null;
  readonly network_reference: string | null;
  readonly created_at: Date;
  /** Null where the payment has no transaction. */
  readonly description: string | null;
  readonly type: 'credit' | 'debit';
  /** Of the transaction. */
  readonly state: 'completed' | 'pending' | 'failed';
  readonly check: PaymentCheck | null;
}

/** So many with the amount come before what is also the whole of a reference. */
const amountsFirst = 3;

/** A part of a number may belong to many numbers, and a beginning of a reference to many payments. */
const maxRead = 300;

/**
 * The newest payments and transactions that one of the terms matches, the surest matches first. Each
 * part reads a few rows from an index. Row-level security lets only plain comparisons use one, and
 * nothing in here may read a whole table.
 */
export function findMovements(
  db: Db,
  terms: SearchTerms,
  limit: number,
  /** The company by whose recipients payouts are found as well. */
  recipientsOf: string | null = null,
): Promise<FoundMovement[]> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const count = bind(limit);
  const parts = [
    ...gradedFactParts(terms, bind, { ...facts, count }),
    ...graded('amount', amountParts(terms, bind, count)),
    ...graded('net', netAmountParts(terms, bind, count)),
    ...(recipientsOf === null
      ? []
      : graded('word', [recipientPart(terms, bind, count, recipientsOf)])),
    ...graded('word', newestParts(terms, bind, count)),
  ];
  const ranked = parts.map(
    ({ grade, query }, place) =>
      `(select *, ${rankOf(grade)} as grade, ${place} as place from (${query}) part)`,
  );
  return db.rows<FoundMovement>(
    `with hits as materialized (${ranked.join(' union all ')}),
     named as (
       select h.match, h.grade, h.place, coalesce(h.payment_id, p.id) as payment_id,
         coalesce(h.transaction_id, q.transaction_id) as transaction_id
       from hits h
       left join payments p on h.payment_id is null and p.transaction_id = h.transaction_id
       left join payments q on q.id = h.payment_id
     ),
     best as (
       select distinct on (coalesce(payment_id, transaction_id)) * from named
       order by coalesce(payment_id, transaction_id), grade, place
     )
     select b.match, b.payment_id, b.transaction_id, c.name as company_name, p.phone_number,
       coalesce(p.amount, t.amount) as amount, p.direction, p.status, p.network,
       coalesce(p.reference, t.reference) as reference, p.network_reference,
       coalesce(p.created_at, t.created_at) as created_at, t.description, t.type,
       t.status as state, ${transactionCheck} as "check"
     from best b
     left join payments p on p.id = b.payment_id
     left join transactions t on t.id = b.transaction_id
     join companies c on c.id = coalesce(p.company_id, t.company_id) and c.archived_at is null
     order by b.grade, b.place, coalesce(p.id, t.id) desc limit ${count}`,
    values,
  );
}

type Bind = (value: unknown) => string;
const facts = { most: maxRead, companyId: null, newest: newestSearched };

function graded(grade: GradedPart['grade'], queries: readonly string[]): GradedPart[] {
  return queries.map((query) => ({ grade, query }));
}

/** For a row of a part. */
function rankOf(grade: GradedPart['grade']): string {
  const rank = gradeRank(grade);
  if (grade !== 'amount') return String(rank);
  const place = 'row_number() over (order by coalesce(transaction_id, payment_id) desc)';
  return `case when ${place} > ${amountsFirst} then ${gradeRank('moreAmounts')} else ${rank} end`;
}

function amountParts({ amount }: SearchTerms, bind: Bind, count: string): string[] {
  if (amount === null) return [];
  const wanted = bind(amount);
  return [
    `${hit('amount', { transaction: 't.id' })} from companies c cross join lateral (
       select t.id from transactions t
       where t.amount = ${wanted}::bigint and t.company_id = c.id
       order by t.id desc limit ${count}
     ) t order by t.id desc limit ${count}`,
    // Taken over from an earlier system, which booked them.
    `${hit('amount', { payment: 'p.id' })} from companies c cross join lateral (
       select p.id from payments p
       where p.amount = ${wanted}::bigint and p.company_id = c.id and p.transaction_id is null
       order by p.id desc limit ${count}
     ) p order by p.id desc limit ${count}`,
  ];
}

/**
 * What an account got or gave, with the fee. No column has it: from the fees of the company follows which amounts
 * were asked for, and those have an index. The fee of the payment itself decides.
 */
function netAmountParts({ amount }: SearchTerms, bind: Bind, count: string): string[] {
  if (amount === null) return [];
  const net = bind(amount);
  const terms = ['direction', 'percent_hundredths', 'minimum', 'maximum', 'band_fees'];
  // A hash join needs values that are equal, and null equals nothing.
  const known = (column: string): string => `coalesce(${column}::text, '')`;
  return [
    `${hit('netAmount', { transaction: 't.id' })} from (
       select f.company_id, f.direction, f.from_id, f.to_id, g.fee, g.amount::bigint as amount
       -- Once for all companies with the same terms.
       from (
         select distinct ${terms.join(', ')}, case direction when 'collection' then 1 else -1 end as sign
         from fee_schedules
       ) s cross join lateral (
         select distinct fee, ${net}::numeric + s.sign * fee as amount from unnest(
           case when s.percent_hundredths is null then s.band_fees else array[s.minimum, s.maximum] || array(
             -- Rounded to whole shillings, so it is one of those beside the exact one.
             select (trunc(${net}::numeric * s.percent_hundredths / (10000 - s.sign * s.percent_hundredths) / 100) + n) * 100
             from generate_series(-1, 2) n
           )::bigint[] end
         ) fee
       ) g join (
         select f.*,
           ${idAt("greatest(f.effective_from - interval '1 minute', 'epoch')")} as from_id,
           -- A collection may have been booked when it was paid.
           coalesce(${idAt("lead(f.effective_from) over schedule + interval '1 day'")},
             'ffffffff-ffff-ffff-ffff-ffffffffffff') as to_id
         from fee_schedules f
         window schedule as (partition by f.company_id, f.direction order by f.effective_from)
       ) f on ${terms.map((column) => `${known(`f.${column}`)} = ${known(`s.${column}`)}`).join(' and ')}
       -- As in fee_of, for few of these are fees of their amount.
       where g.fee > 0 and g.amount > 0 and (s.percent_hundredths is null or g.fee = least(
         greatest(trunc((g.amount * s.percent_hundredths + 500000) / 1000000) * 100, s.minimum), s.maximum))
     ) f cross join lateral (
       select t.id from (
         select t.id from transactions t
         where t.amount = f.amount and t.company_id = f.company_id and t.id between f.from_id and f.to_id
         order by t.id desc limit ${maxRead}
       ) t join payments p on p.transaction_id = t.id
       where p.fee = f.fee and p.direction = f.direction and p.amount = f.amount
       order by t.id desc limit ${count}
     ) t order by t.id desc limit ${count}`,
  ];
}

/** A company has a few hundred recipients; the payouts of each are found by its number. */
function recipientPart({ text }: SearchTerms, bind: Bind, count: string, company: string): string {
  return `${hit('recipient', { payment: 'p.id' })} from (
     select company_id, phone_number, network from recipients
     where company_id = ${bind(company)}
       and position(lower(${bind(text)}) in lower(label || chr(1) || coalesce(checked_name, ''))) > 0
   ) r cross join lateral (
     select p.id from payments p
     where p.phone_number = substr(r.phone_number, 2) and p.company_id = r.company_id
       and p.network = r.network and p.direction = 'payout'
     order by p.id desc limit ${count}
   ) p order by p.id desc limit ${count}`;
}

/** The first id of a time. */
function idAt(time: string): string {
  return `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
}

function newestParts({ text }: SearchTerms, bind: Bind, count: string): string[] {
  const typed = bind(text.toLowerCase());
  const digits = phoneDigits(text);
  const hasPhone = digits === null ? '' : `or position(${bind(digits)} in t.description) > 0`;
  return [
    `select case when position(${typed} in lower(t.description)) = 0
         and position(${typed} in lower(t.reference)) > 0 then 'reference' else 'description' end as match,
       null::uuid as payment_id, t.id as transaction_id
     from (select id, description, reference from transactions order by id desc limit ${newestSearched}) t
     where position(${typed} in lower(t.description)) > 0
       or position(${typed} in lower(t.reference)) > 0 ${hasPhone}
     order by t.id desc limit ${count}`,
  ];
}
