import type { QueryOf } from '@sente/contract/endpoint';
import { codeStates, type CodeState, type productCodes } from '@sente/contract/product-codes';
import type { Db } from '../db/database.ts';
import type { Sealer } from '../security/secrets.ts';
import { longestHint, voucherHashes } from '../security/vouchers.ts';
import { findBatch } from './voucher-batches.queries.ts';
import {
  countCodes,
  countHinted,
  findByCode,
  listProductCodes,
  type CodeSelection,
} from './product-codes.queries.ts';

type ListQuery = QueryOf<typeof productCodes.ofCompany>;

export interface Selected {
  readonly selection: CodeSelection;
  /** How many match in each state; null if the codes themselves must be counted. */
  readonly counts: Readonly<Record<CodeState, number>> | null;
  readonly isFoundByCode: boolean;
  /** All product types with codes, regardless of the filters. */
  readonly productTypes: string[];
}

/** What a request for the list selects, and how many codes that are, without reading them. */
export async function selectCodes(
  db: Db,
  /** Null: codes are not found by themselves. */
  sealer: Sealer | null,
  companyId: string,
  query: ListQuery,
): Promise<Selected> {
  const { search = '', productType = '', batchId } = query;
  const products = await listProductCodes(db, companyId);
  const found = await findExact(db, sealer, companyId, search);
  const isText = search !== '' && found === null;
  const ofType = products.filter(
    ({ code }) => productType === '' || code.toLowerCase() === productType.toLowerCase(),
  );
  const wanted = isText
    ? ofType.filter(({ code }) => code.toLowerCase().includes(search.toLowerCase()))
    : ofType;
  const states = statesOf(query);
  const selection: CodeSelection = {
    companyId,
    ids: found?.ids ?? null,
    productIds: wanted.map(({ id }) => id),
    states,
    batch: batchId === undefined ? null : await rangeOf(db, companyId, batchId),
    hints: isText ? hintsIn(search) : null,
    hintedProductIds: ofType.map(({ id }) => id),
    isByUse: states.length === 1 && states[0] === 'used',
    isWhole: wanted.length === products.length && states.length === codeStates.length,
  };
  const counted = await countCodes(db, companyId, batchId ?? null);
  const matching = counted.filter(({ product_id }) => selection.productIds.includes(product_id));
  const hinted = selection.hints === null ? [] : await countHinted(db, selection);
  const countIn = (state: CodeState): number =>
    states.includes(state)
      ? [...matching, ...hinted]
          .filter((each) => each.state === state)
          .reduce((sum, { count }) => sum + count, 0)
      : 0;
  const withCodes = new Set(counted.flatMap(({ all, product_id }) => (all > 0 ? product_id : [])));
  return {
    selection,
    counts: found
      ? null
      : {
          free: countIn('free'),
          reserved: countIn('reserved'),
          used: countIn('used'),
          withdrawn: countIn('withdrawn'),
        },
    isFoundByCode: found?.isByCode ?? false,
    productTypes: [
      ...new Set(products.flatMap(({ id, code }) => (withCodes.has(id) ? [code] : []))),
    ],
  };
}

function statesOf({ state, used }: ListQuery): CodeState[] {
  return codeStates.filter(
    (each) =>
      (state === undefined || each === state) && (used === undefined || (each === 'used') === used),
  );
}

/** A batch that does not exist has no codes. */
async function rangeOf(
  db: Db,
  companyId: string,
  batchId: string,
): Promise<NonNullable<CodeSelection['batch']>> {
  const batch = await findBatch(db, companyId, batchId);
  return batch ?? { id: batchId, first_number: '0', last_number: '0' };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The search text as a whole code or a record id; null if it is neither. */
async function findExact(
  db: Db,
  sealer: Sealer | null,
  companyId: string,
  search: string,
): Promise<{ ids: string[]; isByCode: boolean } | null> {
  if (search === '') return null;
  if (sealer) {
    const spellings = spellingsOf(search);
    const hashes = spellings.flatMap((code) => voucherHashes(sealer, companyId, code));
    const rows = await findByCode(db, companyId, spellings, hashes);
    if (rows.length > 0) return { ids: rows.map(({ id }) => id), isByCode: true };
  }
  return uuid.test(search) ? { ids: [search], isByCode: false } : null;
}

/**
 * How the code that somebody types may have been uploaded: in either case, without dashes, or in groups of
 * three to five. A stored code is a hash, so each spelling is looked for.
 */
function spellingsOf(search: string): string[] {
  const bare = search.replace(/[\s-]/g, '');
  const grouped = [3, 4, 5].map((size) => bare.replace(new RegExp(`.{${size}}(?=.)`, 'g'), '$&-'));
  const written = [search, bare, ...grouped].filter((text) => text !== '');
  return [...new Set(written.flatMap((text) => [text, text.toUpperCase(), text.toLowerCase()]))];
}

/**
 * The characters that a masked code shows, in either case; null if the text has more or none. Compared
 * as they are, because row-level security keeps indexes of a function from being used.
 */
function hintsIn(search: string): string[] | null {
  const text = search.replace(/^[•*.]+/, '');
  const { length } = Array.from(text);
  if (length < 1 || length > longestHint) return null;
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
}
