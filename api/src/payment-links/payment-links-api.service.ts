import type { BodyOf, MetaOf, QueryOf } from '@sente/contract/endpoint';
import type { ApiLink, paymentLinkCalls } from '@sente/contract/payment-links-api';
import { toUgx } from '../db/amounts.ts';
import { shortHash } from '../db/short-hash.ts';
import { fromShortId, toShortId } from '../db/short-id.ts';
import type { ApiCaller } from '../http/actor.ts';
import { notFound } from '../http/app-error.ts';
import { sameInput } from '../http/same-input.ts';
import {
  endLink,
  findByKey,
  findLink,
  insertLink,
  listLinksAfter,
  type LinkRow,
} from './payment-links.queries.ts';
import { newLink, type LinkTools } from './link-terms.ts';

type ListLinks = typeof paymentLinkCalls.listLinks;
type Body = BodyOf<typeof paymentLinkCalls.createLink>;

/** Links that a company's own systems make. */
export interface LinksApiService {
  create(caller: ApiCaller, body: Body, key: string): Promise<{ data: ApiLink; isReplay: boolean }>;
  list(
    caller: ApiCaller,
    query: QueryOf<ListLinks>,
  ): Promise<{ data: ApiLink[]; meta: MetaOf<ListLinks> }>;
  get(caller: ApiCaller, linkId: string): Promise<ApiLink>;
  end(caller: ApiCaller, linkId: string): Promise<ApiLink>;
}

const defaultLimit = 50;

export function createLinksApiService(tools: LinkTools): LinksApiService {
  const { database } = tools;
  const show = (row: LinkRow) => toApiLink(tools, row);
  const withLink = <T>({ scope }: ApiCaller, linkId: string, work: (row: LinkRow) => T) =>
    database.within(scope, async (db) => {
      const id = fromShortId(linkId);
      const row = id && (await findLink(db, id));
      if (!row) throw notFound('Payment link not found');
      return work(row);
    });
  return {
    create: ({ companyId, scope }, body, key) =>
      database.within(scope, async (db) => {
        const keyHash = shortHash(companyId, key);
        const inputHash = shortHash(JSON.stringify(body));
        const before = await findByKey(db, companyId, keyHash);
        if (before) return { data: show(sameInput(before, inputHash)), isReplay: true };
        const link = await newLink(db, tools, companyId, { ...body, keyHash, inputHash });
        const isNew = await insertLink(db, link);
        const row = await findByKey(db, companyId, keyHash);
        if (!row) throw new Error('A payment link was not stored');
        return { data: show(sameInput(row, inputHash)), isReplay: !isNew };
      }),

    list: ({ companyId, scope }, { state = null, reference = null, after, limit }) =>
      database.within(scope, async (db) => {
        const most = limit ?? defaultLimit;
        const afterId = after === undefined ? null : fromShortId(after);
        const rows = await listLinksAfter(db, companyId, { state, reference, afterId }, most + 1);
        const data = rows.slice(0, most).map(show);
        return {
          data,
          meta: { nextAfter: rows.length > most ? (data.at(-1)?.linkId ?? null) : null },
        };
      }),

    get: (caller, linkId) => withLink(caller, linkId, show),

    end: async (caller, linkId) => {
      const { id } = await withLink(caller, linkId, (row) => row);
      await database.within(caller.scope, (db) => endLink(db, id, null));
      return withLink(caller, linkId, show);
    },
  };
}

function toApiLink({ urlOf }: Pick<LinkTools, 'urlOf'>, row: LinkRow): ApiLink {
  const ugx = (amount: string | null) => (amount === null ? null : toUgx(amount));
  return {
    linkId: toShortId(row.id),
    url: urlOf(`/pay/${row.code}`),
    kind: row.kind,
    state: row.state,
    accountNumber: row.account_number,
    amount: ugx(row.amount),
    leastAmount: ugx(row.least_amount),
    mostAmount: ugx(row.most_amount),
    productCode: row.product_code,
    stock: row.product_id === null ? null : row.stock,
    purpose: row.purpose,
    reference: row.reference,
    isOnce: row.is_once,
    expiresAt: row.expires_at?.toISOString() ?? null,
    returnUrl: row.return_url,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    paidCount: row.paid_count,
    paidAmount: toUgx(row.paid_amount),
  };
}
