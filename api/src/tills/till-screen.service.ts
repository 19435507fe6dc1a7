import { hash } from 'node:crypto';
import type { BodyOf, QueryOf } from '@sente/contract/endpoint';
import { doubtOf, factsInMessage, isUnclear, referenceIn } from '@sente/contract/message-reference';
import { formatUgx, fromHundredths, toHundredths } from '@sente/contract/money';
import type {
  EndedShift,
  ReferenceCheck,
  tillCalls,
  TillFeed,
  TillRequest,
} from '@sente/contract/till';
import type { TillPayment } from '@sente/contract/tills';
import { toUgx } from '../db/amounts.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import type { TillCaller, TillShiftOf } from '../http/actor.ts';
import { AppError, invalidField, notFound } from '../http/app-error.ts';
import type { Acceptance } from '../payments/orders/acceptance.ts';
import { takePrompt } from '../security/payer-throttle.ts';
import type { Sealer } from '../security/secrets.ts';
import { giveBackReference, takeReference } from '../security/till-throttle.ts';
import {
  maskVoucher,
  openVoucher,
  soldVoucherColumns,
  soldVoucherJoin,
  soldVoucherOf,
  type SoldVoucherRow,
} from '../security/vouchers.ts';
import { findReference, lastShowing, noteShowing } from './references.queries.ts';
import {
  findRequest,
  listNewest,
  listPaid,
  listUndecided,
  sumsOf,
  toTillPayment,
} from './shift-sums.ts';
import { closeShiftsOf } from './till-sessions.queries.ts';
import { auditTill, nextEnd } from './till-sessions.ts';

type AtShift = TillCaller & { readonly shift: TillShiftOf };

/** What a cashier does during a shift. */
export interface TillScreenService {
  feed(till: AtShift, query: QueryOf<typeof tillCalls.feed>): Promise<TillFeed>;
  ask(till: AtShift, body: BodyOf<typeof tillCalls.ask>): Promise<TillRequest>;
  request(till: AtShift, id: string): Promise<TillRequest>;
  /** Of a whole message, or of a reference alone. */
  check(till: AtShift, message: string): Promise<ReferenceCheck>;
  end(till: AtShift): Promise<EndedShift>;
}

interface ScreenTools {
  readonly database: Database;
  readonly acceptance: Pick<Acceptance, 'acceptWith'>;
  readonly sealer: Sealer;
}

/** On the screen; the list at the end has all. */
const shownAtOnce = 50;

export function createTillScreenService(tools: ScreenTools): TillScreenService {
  const { database, sealer } = tools;
  const request = (till: AtShift, id: string) =>
    database.within(till.scope, (db) => readRequest(db, sealer, till.shift.id, id));
  return {
    feed: async (till, { version, touched = false }) => {
      const { rows, count } = await database.within(till.scope, async (db) => {
        await noteSeen(db, till, touched);
        return listNewest(db, till.shift.id, shownAtOnce);
      });
      const payments = rows.map(toTillPayment);
      const now = hash('sha256', JSON.stringify([till.shift.id, payments, count]), 'hex');
      return {
        version: now,
        at: new Date().toISOString(),
        payments: now === version ? null : payments,
        olderCount: count - payments.length,
      };
    },

    ask: async (till, body) => request(till, await ask(tools, till, body)),

    request,

    check: async (till, message) => {
      await database.within(platformScope, (db) => takeReference(db, till.tillId));
      return database.within(platformScope, async (db) => {
        await touch(db, till.shift.id);
        return checkMessage(db, till, message);
      });
    },

    end: (till) =>
      database.within({ ...till.scope, platform: true }, async (db) => {
        const { shift } = till;
        const isEnded =
          shift.endedAt === null && (await closeShiftsOf(db, { shiftId: shift.id }, null));
        const row = await db.row<{ closed_at: Date }>(
          'select coalesce(closed_at, ends_at) as closed_at from till_shifts where id = $1',
          [shift.id],
        );
        const undecided = (await listUndecided(db, shift.id)).map(toTillPayment);
        const isChecked = ({ check }: TillPayment) => check?.state === 'open';
        const sum = (await sumsOf(db, [shift.id]))(shift.id);
        if (isEnded)
          await auditTill(db, till, 'till.end', { count: sum.count, amount: sum.amount });
        return {
          mode: db.mode,
          companyName: till.companyName,
          tillName: till.tillName,
          cashierName: shift.cashierName,
          openedAt: shift.openedAt.toISOString(),
          endedAt: (row?.closed_at ?? new Date()).toISOString(),
          sum,
          payments: (await listPaid(db, shift.id)).map(toTillPayment),
          waiting: undecided.filter((payment) => !isChecked(payment)),
          checking: undecided.filter(isChecked),
        };
      }),
  };
}

/** An ordinary payment order. The key is the browser's, so that a repeated request asks the phone once. */
async function ask(
  { database, acceptance }: ScreenTools,
  till: AtShift,
  body: BodyOf<typeof tillCalls.ask>,
): Promise<string> {
  const { companyId, accountId, shift, tillName } = till;
  const product = body.productId
    ? await database.within(till.scope, (db) => findSold(db, till.tillId, body.productId ?? ''))
    : null;
  if (product === undefined) throw invalidField('productId', 'This till does not sell it any more');
  const order = {
    companyId,
    accountId,
    direction: 'collection',
    origin: 'till',
    phoneNumber: body.phoneNumber,
    network: body.network ?? undefined,
    isNetworkConfirmed: true,
    isRepeatConfirmed: body.isRepeatConfirmed ?? false,
    amount: amountOf(body, product),
    reference: null,
    description: product?.name ?? tillName,
    productCode: product?.code,
    idempotencyKey: `${shift.id}:${body.idempotencyKey}`,
  } as const;
  const accepted = acceptance.acceptWith(order, async (db, filed) => {
    const { paymentId, phoneNumber, isRepeatConfirmed } = filed;
    // Whoever ends the shift waits for requests that begin, and none begins afterwards.
    if (!(await touch(db, shift.id))) throw new AppError('shift_ended');
    await takePrompt(db, phoneNumber);
    await db.rows(
      'insert into till_requests (company_id, shift_id, payment_id) values ($1, $2, $3)',
      [companyId, shift.id, paymentId],
    );
    // Others are in the list of the shift; of this one it is asked later who knew what.
    if (isRepeatConfirmed) {
      const amount = fromHundredths(order.amount);
      await auditTill(db, till, 'till.ask', { amount, phoneNumber, isRepeatConfirmed });
    }
  });
  const { paymentId } = await accepted.catch((error: unknown) => {
    throw product ? withPrice(error, product, order.amount) : error;
  });
  return paymentId;
}

/** The price that the cashier saw, so that a repeated request is the same one; the order is refused if it is another now. */
function amountOf(
  { amount, price }: BodyOf<typeof tillCalls.ask>,
  product: SoldRow | null,
): bigint {
  const shown = price ?? (product ? null : (amount ?? 0));
  return shown === null ? BigInt(product?.amount ?? 0) : (toHundredths(shown) ?? 0n);
}

function withPrice(error: unknown, { amount }: SoldRow, asked: bigint): unknown {
  const isAboutAmount = error instanceof AppError && error.fields?.['amount'] !== undefined;
  if (!isAboutAmount || BigInt(amount) === asked) return error;
  return invalidField('price', `The price has changed: it is ${formatUgx(toUgx(amount))} now`);
}

interface SoldRow {
  readonly code: string;
  readonly name: string;
  readonly amount: string;
}

function findSold(db: Db, tillId: string, productId: string): Promise<SoldRow | undefined> {
  return db.row<SoldRow>(
    `select r.code, r.name, r.amount from till_products q
     join internet_products r on r.company_id = q.company_id and r.id = q.product_id
     where q.till_id = $1 and q.product_id = $2 and r.is_active and r.deleted_at is null
       and r.amount % 100 = 0`,
    [tillId, productId],
  );
}

/** The screen was used: the shift goes on. False if it has ended. */
async function touch(db: Db, shiftId: string): Promise<boolean> {
  const row = await db.row(
    `update till_shifts set ends_at = greatest(ends_at, ${nextEnd})
     where id = $1 and closed_at is null and ends_at > now() returning id`,
    [shiftId],
  );
  return row !== undefined;
}

/** Once a minute is enough for a device that asks every few seconds. */
async function noteSeen(db: Db, { deviceId, shift }: AtShift, isTouched: boolean): Promise<void> {
  await db.rows(
    `update till_devices set seen_at = now()
     where id = $1 and seen_at < now() - interval '1 minute'`,
    [deviceId],
  );
  if (isTouched) await touch(db, shift.id);
}

/** With the voucher in clear: it was sold in this shift, and the cashier hands it over. */
async function readRequest(
  db: Db,
  sealer: Sealer,
  shiftId: string,
  id: string,
): Promise<TillRequest> {
  const row = await findRequest(db, shiftId, id);
  if (!row) throw notFound('Payment not found');
  const sold = await db.row<SoldVoucherRow>(
    `select ${soldVoucherColumns} from payments p ${soldVoucherJoin} where p.id = $1`,
    [id],
  );
  const voucher = sold && soldVoucherOf(sold);
  const opened = voucher && openVoucher(sealer, voucher);
  const voucherCode = opened && ('secret' in opened ? opened.secret : maskVoucher(voucher));
  return { ...toTillPayment(row), voucherCode: voucherCode ?? null };
}

/** Of another company's payment nothing is told but that it is one. */
async function checkMessage(db: Db, till: AtShift, message: string): Promise<ReferenceCheck> {
  const found = await findReference(db, till, referenceIn(message));
  if (!found?.payment) return { answer: found ? 'somebody-else' : 'not-found', payment: null };
  await giveBackReference(db, till.tillId);
  const { payment } = found;
  const answer = payment.isReversed ? 'reversed' : 'paid';
  const before = await lastShowing(db, till, payment.id);
  const said = factsInMessage(message);
  // A changed message, or one that may be, must not make the true one look like the second.
  if (!doubtOf(said, payment) && !isUnclear(said)) await noteShowing(db, till, payment.id);
  return {
    answer,
    payment: {
      ...payment,
      at: payment.at.toISOString(),
      askedAt: payment.askedAt.toISOString(),
      isEarlier: payment.at < till.shift.openedAt,
      checkedAt: before?.at.toISOString() ?? null,
      checkedBy: before ? { tillName: before.tillName, cashierName: before.cashierName } : null,
    },
  };
}
