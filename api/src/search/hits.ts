import type { Db } from '../db/database.ts';
import type { CreatedIds } from './created-ids.ts';
import { factParts } from './fact-parts.queries.ts';
import { searchTermsOf } from './search-terms.ts';

/** The most that a list takes of each fact from the indexes. */
const mostHits = 1_000;
/** The most phone numbers, or references that begin with the text, that are read for them. */
const mostRead = 5_000;

/** Records of which the text is a fact: an id, a reference, a phone number, or how one begins or ends. */
export interface Hits {
  readonly paymentIds: readonly string[];
  readonly transactionIds: readonly string[];
  /** There may be more than these. */
  readonly isCut: boolean;
}

export const noHits: Hits = { paymentIds: [], transactionIds: [], isCut: false };

interface HitsOf {
  /** Null: of all that the caller may see. */
  readonly companyId: string | null;
  /** Whose creation has to be within the ids. */
  readonly of: 'payments' | 'transactions';
  readonly created: CreatedIds;
  readonly most?: number | undefined;
}

export async function findHits(
  db: Db,
  text: string,
  { companyId, of, created, most = mostHits }: HitsOf,
): Promise<Hits> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const count = bind(most);
  const within = { of, ...created };
  const facts = { count, most: mostRead, companyId, within };
  const parts = factParts(searchTermsOf(text), bind, facts);
  if (parts.length === 0) return noHits;
  const rows = await db.rows<{ payment_id: string | null; transaction_id: string | null }>(
    `with hits as materialized (${parts.map((part) => `(${part})`).join(' union all ')})
     select coalesce(h.payment_id, p.id) as payment_id,
       coalesce(h.transaction_id, q.transaction_id) as transaction_id
     from hits h
     left join payments p on h.payment_id is null and p.transaction_id = h.transaction_id
     left join payments q on q.id = h.payment_id`,
    values,
  );
  return {
    paymentIds: known(rows.map((row) => row.payment_id)),
    transactionIds: known(rows.map((row) => row.transaction_id)),
    isCut: rows.length >= most,
  };
}

function known(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
