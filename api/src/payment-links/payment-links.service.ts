import type { MetaOf, QueryOf } from '@sente/contract/endpoint';
import type {
  Checkout,
  PaymentLink,
  PaymentLinkBody,
  paymentLinks,
} from '@sente/contract/payment-links';
import { toUgx } from '../db/amounts.ts';
import { companyExists } from '../db/company.ts';
import type { Db } from '../db/database.ts';
import { companyOf, type Actor } from '../http/actor.ts';
import { AppError, notFound, refused } from '../http/app-error.ts';
import { pagingOf } from '../http/paging.ts';
import { notify } from '../notifications/notify.ts';
import { audit } from '../security/audit.ts';
import { countCheckouts, listCheckouts } from './checkouts.queries.ts';
import { checkoutOf } from './checkout-state.ts';
import { newLink, type LinkTools } from './link-terms.ts';
import {
  countLinks,
  endLink,
  findLink,
  findStanding,
  insertLink,
  listLinks,
  type LinkRow,
} from './payment-links.queries.ts';

type List = typeof paymentLinks.list;
type Checkouts = typeof paymentLinks.checkouts;

export interface PaymentLinksService {
  list(actor: Actor, query: QueryOf<List>): Promise<{ data: PaymentLink[]; meta: MetaOf<List> }>;
  get(actor: Actor, id: string): Promise<PaymentLink>;
  checkouts(
    actor: Actor,
    id: string,
    query: QueryOf<Checkouts>,
  ): Promise<{ data: Checkout[]; meta: MetaOf<Checkouts> }>;
  create(actor: Actor, body: PaymentLinkBody): Promise<PaymentLink>;
  /** Of the account; the first call makes it. */
  standing(actor: Actor, accountId: string): Promise<PaymentLink>;
  end(actor: Actor, id: string): Promise<PaymentLink>;
  /** By staff. */
  stop(actor: Actor, id: string, reason: string): Promise<PaymentLink>;
}

export function createPaymentLinksService(tools: LinkTools): PaymentLinksService {
  const { database } = tools;
  const show = (row: LinkRow) => toLink(tools, row);
  return {
    list: (actor, query) =>
      database.within(actor.scope, async (db) => {
        const { companyId = null, state = null, search = '', standingOf = null } = query;
        const filters = { companyId, state, search, standingOf };
        if (companyId !== null && !(await companyExists(db, companyId))) {
          throw notFound('Company not found');
        }
        const paging = pagingOf(query, await countLinks(db, filters));
        const { page, pageSize } = paging;
        const at = { limit: pageSize, offset: (page - 1) * pageSize };
        return { data: (await listLinks(db, filters, at)).map(show), meta: paging };
      }),

    get: (actor, id) => database.within(actor.scope, async (db) => show(await mustFind(db, id))),

    checkouts: async (actor, id, query) => {
      await database.within(actor.scope, (db) => mustFind(db, id));
      // Only the platform knows which payments people decide about.
      return database.within({ ...actor.scope, platform: true }, async (db) => {
        const paging = pagingOf(query, await countCheckouts(db, id));
        const { page, pageSize } = paging;
        const at = { limit: pageSize, offset: (page - 1) * pageSize };
        return { data: (await listCheckouts(db, id, at)).map(checkoutOf), meta: paging };
      });
    },

    create: (actor, body) =>
      database.within(actor.scope, async (db) => {
        if (body.productId) requireProducts(actor);
        const companyId = companyOf(actor);
        const link = await newLink(db, tools, companyId, { ...body, createdBy: actor.userId });
        if (!(await insertLink(db, link))) throw new Error('A payment link was not stored');
        const row = await mustFind(db, link.id);
        await note(db, actor, 'create', row);
        return show(row);
      }),

    standing: (actor, accountId) =>
      database.within(actor.scope, async (db) => {
        const companyId = companyOf(actor);
        const found = await findStanding(db, accountId);
        if (found) return show(found);
        const wish = { accountId, purpose: 'Payment', isStanding: true, createdBy: actor.userId };
        const isMade = await insertLink(db, await newLink(db, tools, companyId, wish));
        const row = await findStanding(db, accountId);
        if (!row) throw new Error('The payment link of an account was not stored');
        if (isMade) await note(db, actor, 'create', row);
        return show(row);
      }),

    end: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const row = await mustFind(db, id);
        if (await endLink(db, id, actor.userId)) await note(db, actor, 'end', row);
        return show(await mustFind(db, id));
      }),

    stop: (actor, id, reason) =>
      database.within(actor.scope, async (db) => {
        const row = await mustFind(db, id);
        if (!(await endLink(db, id, actor.userId, reason))) {
          throw refused('This payment link has ended already');
        }
        await note(db, actor, 'stop', row, { reason });
        await tellStopped(db, row, reason);
        return show(await mustFind(db, id));
      }),
  };
}

async function tellStopped(db: Db, { id, company_id, purpose }: LinkRow, reason: string) {
  const link = `"${purpose}": ${reason.replace(/\.$/, '')}`;
  await notify(db, {
    kind: 'protection',
    companyId: company_id,
    key: `protection:link-stopped:${id}`,
    data: { outcome: 'link-stopped', isByProvider: true, link },
  });
}

async function mustFind(db: Db, id: string): Promise<LinkRow> {
  const row = await findLink(db, id);
  if (!row) throw notFound('Payment link not found');
  return row;
}

/** Recorded in the company's history. */
async function note(
  db: Db,
  actor: Actor,
  action: 'create' | 'end' | 'stop',
  row: LinkRow,
  more: object = {},
): Promise<void> {
  const { purpose, account_name: accountName, reference, is_standing: isStanding } = row;
  await audit(db, actor, {
    action: `paymentLinks.${action}`,
    subject: { type: 'companies', id: row.company_id },
    companyId: row.company_id,
    details: { link: row.id, purpose, accountName, reference, isStanding, ...more },
  });
}

/** Whoever may not see what the company sells does not sell it either. */
function requireProducts({ permissions }: Actor): void {
  if (permissions.has('canViewProducts') || permissions.has('canManageProducts')) return;
  throw new AppError('forbidden');
}

function toLink({ urlOf }: Pick<LinkTools, 'urlOf'>, row: LinkRow): PaymentLink {
  const ugx = (amount: string | null) => (amount === null ? null : toUgx(amount));
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    url: urlOf(`/pay/${row.code}`),
    kind: row.kind,
    state: row.state,
    accountId: row.account_id,
    accountName: row.account_name,
    accountNumber: row.account_number,
    amount: ugx(row.amount),
    leastAmount: ugx(row.least_amount),
    mostAmount: ugx(row.most_amount),
    product:
      (row.product_id && {
        id: row.product_id,
        productCode: row.product_code ?? '',
        productName: row.product_name ?? '',
        stock: row.stock,
      }) ||
      null,
    purpose: row.purpose,
    reference: row.reference,
    isOnce: row.is_once,
    expiresAt: row.expires_at?.toISOString() ?? null,
    returnUrl: row.return_url,
    isStanding: row.is_standing,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    stopReason: row.stop_reason,
    paidCount: row.paid_count,
    paidAmount: toUgx(row.paid_amount),
  };
}
