import { phoneOf } from '@sente/contract/phone';
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

/** How a list is searched: along the index of a phone number, or by words. */
interface Searched {
  /** A whole number. */
  readonly phone: string | null;
  /** Empty if nothing is searched by words. */
  readonly words: string;
  readonly hits: Hits;
}

/** A whole number is walked along its own index, unless a payment of another number has it as its reference. */
export async function searchedBy(db: Db, text: string, of: HitsOf): Promise<Searched> {
  const phone = phoneOf(text);
  if (phone !== null && !(await isReference(db, text, phone, of))) {
    return { phone, words: '', hits: noHits };
  }
  return { phone: null, words: text, hits: await findHits(db, text, of) };
}

async function isReference(
  db: Db,
  text: string,
  phone: string,
  { companyId }: HitsOf,
): Promise<boolean> {
  const values: unknown[] = [phone.slice(1), companyId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const ofCompany = companyId === null ? 'and $2::uuid is null' : 'and p.company_id = $2';
  // Each by itself: with OR between them PostgreSQL reads the whole index.
  const parts = searchTermsOf(text).references.flatMap(({ from, to }) =>
    ['reference', 'network_reference'].map(
      (column) => `(
        select p.phone_number from payments p
        where p.${column} collate "C" between ${bind(from)} and ${bind(to)} ${ofCompany} limit ${mostRead}
      )`,
    ),
  );
  const rows = await db.rows(
    `select 1 from (${parts.join(' union all ')}) p where p.phone_number <> $1 limit 1`,
    values,
  );
  return rows.length > 0;
}

export async function findHits(
  db: Db,
  text: string,
  { companyId, of, created, most = mostHits }: HitsOf,
): Promise<Hits> {
  if (text === '') return noHits;
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
