import type { BodyOf, QueryOf, ReplyOf } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import type { Payment, PaymentDirection, payments } from '@sente/contract/payments';
import { toUgx } from '../../db/amounts.ts';
import type { Database } from '../../db/database.ts';
import { fromShortId, toShortId } from '../../db/short-id.ts';
import type { ApiCaller } from '../../http/actor.ts';
import { AppError, invalidField, notFound } from '../../http/app-error.ts';
import { openRangeOf } from '../../http/day-range.ts';
import type { Sealer } from '../../security/secrets.ts';
import { openVoucher, type StoredVoucher } from '../../security/vouchers.ts';
import type { Acceptance, Accepted } from '../orders/acceptance.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { toPayment } from '../payment-view.ts';
import {
  findPayment,
  listAccounts,
  listPayments,
  listProducts,
  type PaymentFilters,
} from './payments-api.queries.ts';

type OrderBody = BodyOf<typeof payments.createPayout> & {
  readonly productCode?: string | undefined;
};
type ListQuery = QueryOf<typeof payments.list>;

interface OrderAnswer {
  readonly data: ReplyOf<typeof payments.createCollection>;
  readonly isReplay: boolean;
}

export interface PaymentsApiService {
  create(
    caller: ApiCaller,
    direction: PaymentDirection,
    body: OrderBody,
    idempotencyKey: string,
  ): Promise<OrderAnswer>;
  /** Of a collection of the company. */
  refund(
    caller: ApiCaller,
    body: BodyOf<typeof payments.createRefund>,
    idempotencyKey: string,
  ): Promise<OrderAnswer>;
  list(
    caller: ApiCaller,
    query: ListQuery,
  ): Promise<{ data: Payment[]; meta: { nextAfter: string | null } }>;
  get(caller: ApiCaller, transactionId: string): Promise<Payment>;
  balance(caller: ApiCaller): Promise<ReplyOf<typeof payments.balance>>;
  products(caller: ApiCaller): Promise<ReplyOf<typeof payments.products>>;
}

const defaultLimit = 20;

/** The calls of a company's own systems. The company is always the one that signed. */
export function createPaymentsApiService(
  database: Database,
  acceptance: Pick<Acceptance, 'accept'>,
  sealer: Sealer,
): PaymentsApiService {
  const inClear = (voucher: StoredVoucher): string => {
    const opened = openVoucher(sealer, voucher);
    if ('secret' in opened) return opened.secret;
    throw new AppError('unavailable', { message: 'A voucher cannot be read at the moment' });
  };
  return {
    async create({ companyId }, direction, body, idempotencyKey) {
      const accepted = await acceptance.accept({
        ...body,
        companyId,
        direction,
        origin: 'api',
        amount: hundredthsOf(body.amount),
        idempotencyKey,
      });
      return answerOf(accepted);
    },

    async refund({ companyId, scope }, { transactionId, ...body }, idempotencyKey) {
      const id = fromShortId(transactionId);
      if (!id) throw notFound('Payment not found');
      const wish = { ...body, companyId, id, origin: 'api', idempotencyKey } as const;
      return answerOf(await acceptance.accept(await refundOrder(database, scope, wish)));
    },

    async list({ companyId, scope }, query) {
      const limit = query.limit ?? defaultLimit;
      const filters = filtersOf(query);
      const rows = await database.within(scope, (db) =>
        listPayments(db, companyId, filters, limit + 1),
      );
      const data = rows.slice(0, limit).map((row) => toPayment(row, inClear));
      const nextAfter = rows.length > limit ? (data.at(-1)?.transactionId ?? null) : null;
      return { data, meta: { nextAfter } };
    },

    async get({ companyId, scope }, transactionId) {
      const paymentId = fromShortId(transactionId);
      const row =
        paymentId && (await database.within(scope, (db) => findPayment(db, companyId, paymentId)));
      if (!row) throw notFound('Payment not found');
      return toPayment(row, inClear);
    },

    async balance({ companyId, scope }) {
      const rows = await database.within(scope, (db) => listAccounts(db, companyId));
      return rows.map((row) => ({
        accountNumber: row.number,
        accountName: row.name,
        balance: toUgx(row.balance),
        held: toUgx(row.held),
        available: toUgx(row.available),
        isActive: row.is_active,
        isDefault: row.is_default,
      }));
    },

    async products({ companyId, scope }) {
      const rows = await database.within(scope, (db) => listProducts(db, companyId));
      return rows.map((row) => ({
        productCode: row.code,
        productName: row.name,
        amount: toUgx(row.amount),
        stock: row.stock,
      }));
    },
  };
}

function answerOf({ paymentId, isReplay, approval, likelyNetwork }: Accepted): OrderAnswer {
  // Also for a replay, since it repeats the original response.
  const transactionId = toShortId(paymentId);
  const awaitsApproval = approval !== null && approval !== 'none';
  return { data: { transactionId, status: 'PENDING', awaitsApproval, likelyNetwork }, isReplay };
}

function hundredthsOf(amountUgx: number): bigint {
  const amount = toHundredths(amountUgx);
  // Validated by the schema.
  if (amount === null) throw invalidField('amount', 'Amount must be greater than 0');
  return amount;
}

function filtersOf(query: ListQuery): PaymentFilters {
  return {
    status: query.status ?? null,
    direction: query.direction ?? null,
    network: query.network ?? null,
    reference: query.reference ?? null,
    dateBy: query.dateBy ?? 'created',
    ...openRangeOf(query),
    afterId: query.after === undefined ? null : fromShortId(query.after),
  };
}
