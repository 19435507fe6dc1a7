import type { PaymentDirection } from '@sente/contract/payments';
import { phoneDigits } from '@sente/contract/phone';
import type { DateKind } from '@sente/contract/transaction-kinds';
import { fromShortId } from '../db/short-id.ts';
import { lowestUuidV7 } from '../db/uuid.ts';
import type { Hits } from '../search/hits.ts';
import { withoutNetwork } from '../search/reference-spellings.ts';
import { shortIdSearchOf, shortIdSql } from './short-id-search.ts';

type Bind = (value: unknown) => string;

export interface ApiTransactionFilters {
  readonly companyId: string;
  /** Words; empty if nothing is searched. */
  readonly search: string;
  readonly status: string | null;
  readonly network: string | null;
  readonly direction: PaymentDirection | null;
  readonly accountId: string | null;
  readonly productId: string | null;
  /** Digits as they are stored; null unless the search is a whole number. */
  readonly phone: string | null;
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
export interface Below {
  readonly belowId: string;
  /** By finish: the time of that row. */
  readonly belowAt: string | null;
}

/**
 * For a million rows each function call costs 0.1 s. Phone numbers and ids have no capitals,
 * networks only ASCII ones, and the short id is computed only for rows whose digits match. The
 * references are compared together with the network to save calls. Whatever the indexes find of a text is found
 * here too, so that a list which walks to its end is whole.
 */
function matching(search: string, bind: Bind): string {
  const wholeId = fromShortId(search);
  // A complete transaction id is also searched as the UUID it stands for.
  const text = bind(wholeId ?? search.toLowerCase());
  const typed = wholeId ? bind(search.toLowerCase()) : text;
  // Only non-ASCII letters need locale rules.
  const collation = /^[ -~]*$/.test(search) ? ' collate "C"' : '';
  const phone = phoneDigits(search);
  const short = wholeId ? null : shortIdSearchOf(search);
  const bare = withoutNetwork(search);
  const references = `lower((p.network || coalesce(chr(1) || p.reference, '') || coalesce(chr(1) || p.network_reference, ''))${collation})`;
  const tests = [
    `position(${text} in p.phone_number || chr(1) || p.id::text || coalesce(chr(1) || p.transaction_id::text, '')) > 0`,
    `position(${typed} in ${references}) > 0`,
  ];
  if (bare) tests.push(`position(${bind(bare.toLowerCase())} in ${references}) > 0`);
  if (phone) tests.push(`position(${bind(phone)} in p.phone_number) > 0`);
  if (short) {
    const isFound = `position(${bind(search.toUpperCase())} in ${shortIdSql('p.id')}) > 0`;
    const digits = short.digits?.map((each) => `%${each}%`);
    const hasDigits = digits && `encode(uuid_send(p.id), 'hex') like any (${bind(digits)}::text[])`;
    tests.push(hasDigits ? `(${hasDigits} and ${isFound})` : isFound);
  }
  return `(${tests.join(' or ')})`;
}

/**
 * Words are looked for in as many of the newest requests that pass the other filters; no index has them.
 */
export const mostWalked = 20_000;

/**
 * The requests that pass, as `p`, in no order. Only filters that are set appear in the SQL, so that the
 * planner can use the partial indexes. The statement is not prepared by name.
 */
export function sourceOf(
  filters: ApiTransactionFilters,
  below: Below | null = null,
): { source: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const { search, hits } = filters;
  const where = [...passing(filters, bind), ...belowTests(below, bind)].join(' and ');
  const plain = `select p.* from payments p where ${where}`;
  if (search === '') return { source: plain, values };
  const ids = `${bind(hits.paymentIds)}::uuid[]`;
  return {
    source: `select p.* from (
        ${plain} order by ${orderOf(filters)} limit ${bind(mostWalked)}
      ) p where ${matching(search, bind)} and p.id <> all(${ids})
      union all
      ${plain} and p.id = any(${ids})`,
    values,
  };
}

/** The newest requests of a page on, and which of them the search matches; both as `p`. */
export function searchedIn(
  filters: ApiTransactionFilters,
  below: Below | null,
  walk: number,
): { walked: string; matches: string; values: unknown[] } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = [...passing(filters, bind), ...belowTests(below, bind)].join(' and ');
  return {
    walked: `select p.* from payments p where ${where} order by ${orderOf(filters)} limit ${bind(walk)}`,
    matches: `(${matching(filters.search, bind)} or p.id = any(${bind(filters.hits.paymentIds)}::uuid[]))`,
    values,
  };
}

function belowTests(below: Below | null, bind: Bind): string[] {
  if (below === null) return [];
  const id = bind(below.belowId);
  if (below.belowAt === null) return [`p.id < ${id}`];
  return [`(p.finished_at, p.id) < (${bind(below.belowAt)}::timestamptz, ${id})`];
}

function passing(filters: ApiTransactionFilters, bind: Bind): string[] {
  const { companyId, status, network, direction, accountId, productId, phone } = filters;
  const { minAmount, maxAmount } = filters;
  return [
    `p.company_id = ${bind(companyId)}`,
    ...(phone === null ? [] : [`p.phone_number = ${bind(phone)}`]),
    ...(network === null ? [] : [`p.network = ${bind(network)}`]),
    ...(direction === null ? [] : [`p.direction = ${bind(direction)}`]),
    ...(accountId === null ? [] : [`p.account_id = ${bind(accountId)}`]),
    ...(productId === null ? [] : [`p.product_id = ${bind(productId)}`]),
    ...(minAmount === null ? [] : [`p.amount >= ${bind(minAmount)}`]),
    ...(maxAmount === null ? [] : [`p.amount <= ${bind(maxAmount)}`]),
    ...(status === null ? [] : [`p.status = ${bind(status)}`, ...indexOf(status)]),
    ...onDays(filters, bind),
  ];
}

/** Repeats the predicate of the partial index so that the planner can use it. */
function indexOf(status: string): string[] {
  if (status === 'SUCCESS') return [];
  return [status === 'FAILED' ? `p.status = 'FAILED'` : `p.status not in ('SUCCESS', 'FAILED')`];
}

/** Ids contain the time of creation. */
function onDays({ dateBy, startMs, endMs }: ApiTransactionFilters, bind: Bind): string[] {
  const isByFinish = dateBy === 'finished';
  const column = isByFinish ? 'p.finished_at' : 'p.id';
  const at = (ms: number) => bind(isByFinish ? new Date(ms) : lowestUuidV7(ms));
  return [
    ...(isByFinish ? ['p.finished_at is not null'] : []),
    ...(startMs === null ? [] : [`${column} >= ${at(startMs)}`]),
    ...(endMs === null ? [] : [`${column} < ${at(endMs)}`]),
  ];
}

export function orderOf({ dateBy }: ApiTransactionFilters): string {
  return dateBy === 'finished' ? 'p.finished_at desc, p.id desc' : 'p.id desc';
}
