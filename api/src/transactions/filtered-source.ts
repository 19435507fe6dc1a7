import type { DateKind } from '@sente/contract/transaction-kinds';
import { lastDigits, phoneDigits, phoneOf } from '@sente/contract/phone';
import { lowestUuidV7 } from '../db/uuid.ts';
import { finishedRows, finishedSpan, finishedValues } from '../ledger/finished.queries.ts';
import { createdIds } from '../search/created-ids.ts';
import { factTest } from '../search/fact-tests.ts';
import type { Hits } from '../search/hits.ts';
import { searchTermsOf } from '../search/search-terms.ts';
import { matchingSearch, type TransactionRow } from './transactions.queries.ts';

export interface ListFilters {
  readonly companyId: string | null;
  readonly accountId: string | null;
  readonly type: TransactionRow['type'] | null;
  readonly status: TransactionRow['status'] | null;
  readonly kind: string | null;
  readonly network: string | null;
  /** A whole number, or its last digits. */
  readonly phone: string | null;
  /** Words; empty if nothing is searched. */
  readonly search: string;
  /** What the indexes found for the search. */
  readonly hits: Hits;
  /** Hundredths of UGX, both included. */
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
  /** The day that counts, and the order. */
  readonly dateBy: DateKind;
  /** Start (inclusive) and end (exclusive); null if open. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

/** Where a page begins. */
export interface Position {
  readonly belowId: string;
  /** By finish: the time of that row, as text to keep microseconds; null on the first page. */
  readonly belowAt: string | null;
}

type Bind = (value: unknown) => string;

/** How far one call looks. */
export interface Reach {
  /** The most transactions to look through. */
  readonly walk: number;
  /** Also shows the hits of a search that are older than all of these. */
  readonly withFar: boolean;
}

export interface Source {
  /** The newest transactions along an index, as many as one call looks through. */
  readonly walked: string;
  /** Those of them that pass, and the hits of a search that are older, as `is_far`; `t`, without an order. */
  readonly found: string;
  readonly order: string;
}

/** No data is newer. */
const latestMs = Date.UTC(9999, 0, 1);

/**
 * Must be called before anything else is bound: the rows by finish have the first parameters. Only
 * filters that are set appear in the SQL, so that an index can be chosen.
 */
export function sourceOf(
  filters: ListFilters,
  position: Position,
  { walk, withFar }: Reach,
  { values, bind }: { values: unknown[]; bind: Bind },
): Source {
  const isByFinish = filters.dateBy === 'finished';
  if (isByFinish) {
    const span = finishedSpan(filters.startMs ?? 0, filters.endMs ?? latestMs);
    const { belowAt, belowId } = position;
    const from = belowAt === null ? span : { ...span, belowAt, belowId };
    values.push(...finishedValues(from, walk));
  }
  const within = isByFinish
    ? ['t.finished_at >= $1', '(t.finished_at, t.id) < ($2, $3::uuid)']
    : createdWithin(filters, position, bind)('t.id');
  const { companyId, search, hits } = filters;
  const place = [
    ...within,
    ...(companyId === null ? [] : [`t.company_id = ${bind(companyId)}`]),
  ].join(' and ');
  const most = isByFinish ? '$4' : bind(walk);
  const order = isByFinish ? 't.finished_at desc, t.id desc' : 't.id desc';
  const { where, join } = passing(filters, bind);
  const ids = hits.transactionIds.length === 0 ? null : bind(hits.transactionIds);
  const isHit = `t.id = any(${ids}::uuid[])`;
  const tests = [
    ...(search === '' ? [] : [matchingSearch(bind(search), bind(phoneDigits(search)))]),
    ...(ids === null ? [] : [isHit]),
    // What is not among the hits that were read is found on the way.
    ...(hits.isCut ? [factTest(searchTermsOf(search), bind)] : []),
  ];
  const matches = tests.length === 0 ? 'true' : `(${tests.join(' or ')})`;
  const ofWalk = `select t.*, false as is_far from walked t ${join} where ${where} and ${matches}`;
  return {
    walked: walkedOf(filters, { place, most, order, bind, position }),
    found:
      ids === null || !withFar
        ? ofWalk
        : `${ofWalk}
           union all
           select t.*, true as is_far from transactions t ${join}
           where ${isHit} and ${place} and ${where} and t.id not in (select id from walked)`,
    order,
  };
}

/** Narrows a column with the id, which contains the time of creation. */
function createdWithin(
  { startMs, endMs }: ListFilters,
  { belowId }: Position,
  bind: Bind,
): (column: string) => string[] {
  const tests = [
    `< ${bind(belowId)}`,
    ...(startMs === null ? [] : [`>= ${bind(lowestUuidV7(startMs))}`]),
    ...(endMs === null ? [] : [`< ${bind(lowestUuidV7(endMs))}`]),
  ];
  return (column) => tests.map((test) => `${column} ${test}`);
}

interface Walk {
  readonly place: string;
  readonly most: string;
  readonly order: string;
  readonly bind: Bind;
  readonly position: Position;
}

/** Along the index of a phone number, of the finish, of pending or failed ones, or of ids. */
function walkedOf(filters: ListFilters, walk: Walk): string {
  const { companyId, type, status, phone, dateBy } = filters;
  const { place, most, order } = walk;
  if (phone !== null) return ofPhone(phone, filters, walk);
  if (dateBy === 'finished') {
    // Pending ones have no finish; the parameters are still named, because the database asks for them.
    const none = `select t.* from transactions t where false and ${place} limit ${most}`;
    return finishedRows({ type, status }, place) ?? none;
  }
  // Of all companies: a single one is walked by its own ids instead, whatever others have.
  if (companyId === null && (status === 'pending' || status === 'failed')) {
    // As literals, because a partial index is used only if its predicate is repeated.
    const parts = (type ? [type] : ['credit', 'debit']).map(
      (each) => `(
        select t.* from transactions t
        where t.status = '${status}' and t.type = '${each}' and ${place}
        order by ${order} limit ${most}
      )`,
    );
    return `select * from (${parts.join(' union all ')}) t order by ${order} limit ${most}`;
  }
  return `select t.* from transactions t where ${place} order by ${order} limit ${most}`;
}

/** Three digits are the end of one number in a thousand. */
const mostNumbers = 5_000;

/**
 * The payments of a number, or of all numbers that end with some digits. Days and place narrow those of each
 * number before the newest are taken, along the index of its transactions.
 */
function ofPhone(
  phone: string,
  filters: ListFilters,
  { place, most, order, bind, position }: Walk,
): string {
  const { companyId, dateBy, endMs } = filters;
  const whole = phoneOf(phone)?.slice(1);
  const reversed = Array.from(lastDigits(phone) ?? '')
    .toReversed()
    .join('');
  const which =
    whole === undefined
      ? `k.backwards between ${bind(reversed)} and ${bind(`${reversed}:`)}`
      : `k.phone_number = ${bind(whole)}`;
  const ofCompany = companyId === null ? '' : `and k.company_id = ${bind(companyId)}`;
  const numbers = `(
    select k.company_id, k.phone_number from known_numbers k
    where ${which} ${ofCompany} limit ${mostNumbers}
  ) k`;
  const itsPayments = `p.phone_number = k.phone_number collate "default"
    and p.company_id = k.company_id and p.transaction_id is not null`;
  const transaction = 'transactions t on t.company_id = p.company_id and t.id = p.transaction_id';
  if (dateBy === 'finished') {
    const lastMs = position.belowAt === null ? endMs : new Date(position.belowAt).getTime();
    const { belowId } = createdIds({ startMs: null, endMs: lastMs ?? latestMs }, dateBy);
    const below = bind(belowId);
    return `select t.* from ${numbers} cross join lateral (
        select t.* from payments p join ${transaction}
        where ${itsPayments} and p.transaction_id < ${below} and ${place}
        order by ${order} limit ${most}
      ) t order by ${order} limit ${most}`;
  }
  const within = createdWithin(filters, position, bind)('p.transaction_id').join(' and ');
  return `select t.* from (
      select p.company_id, p.transaction_id from ${numbers} cross join lateral (
        select p.company_id, p.transaction_id from payments p
        where ${itsPayments} and ${within}
        order by p.transaction_id desc limit ${most}
      ) p order by p.transaction_id desc limit ${most}
    ) p
    join ${transaction}
    where ${place} order by ${order}`;
}

/** What the index did not decide already. `p` and `f` are the payment as in movedJoins, joined only if it is needed. */
function passing(filters: ListFilters, bind: Bind): { where: string; join: string } {
  const { accountId, type, status, kind, network, hits, minAmount, maxAmount } = filters;
  const tests = [
    ...(accountId === null ? [] : [`t.account_id = ${bind(accountId)}`]),
    ...(type === null ? [] : [`t.type = ${bind(type)}`]),
    ...(status === null ? [] : [`t.status = ${bind(status)}`]),
    ...(kind === null
      ? []
      : [kind === 'no-collection' ? `t.kind <> 'collection'` : `t.kind = ${bind(kind)}`]),
    ...(minAmount === null ? [] : [`t.amount >= ${bind(minAmount)}`]),
    ...(maxAmount === null ? [] : [`t.amount <= ${bind(maxAmount)}`]),
    ...(network === null ? [] : [`coalesce(p.network, f.network) = ${bind(network)}`]),
  ];
  return {
    where: tests.length === 0 ? 'true' : tests.join(' and '),
    join:
      network === null && !hits.isCut
        ? ''
        : `left join payments p on p.transaction_id = t.id and p.company_id = t.company_id
           left join payments f on t.status = 'failed' and f.failed_transaction_id = t.id
             and f.company_id = t.company_id`,
  };
}
