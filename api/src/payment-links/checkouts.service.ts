import { formatUgx, toHundredths } from '@sente/contract/money';
import { networkNames, type NetworkName, type Payment } from '@sente/contract/payments';
import { toUgx } from '../db/amounts.ts';
import { plainArray } from '../db/array-literal.ts';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { shortHash } from '../db/short-hash.ts';
import { uuidV7 } from '../db/uuid.ts';
import { AppError, invalidField, notFound, refused } from '../http/app-error.ts';
import type { Numbering } from '../payments/networks/phone-numbers.ts';
import type { Acceptance } from '../payments/orders/acceptance.ts';
import {
  paymentColumns,
  paymentJoins,
  toPayment,
  type PaymentRow,
} from '../payments/payment-view.ts';
import { refundedOf } from '../payments/refunds.ts';
import type { Sealer } from '../security/secrets.ts';
import { takeCheckout, takePrompt, takeUnknownLink } from '../security/payer-throttle.ts';
import { hashToken } from '../security/tokens.ts';
import { maskVoucher, openVoucher, type StoredVoucher } from '../security/vouchers.ts';
import { stateOf, type CheckoutRow } from './checkout-state.ts';
import {
  findCheckout,
  findPayable,
  holdLink,
  insertAttempt,
  isBeingPaid,
  keepCheckout,
  type PayableLink,
} from './checkouts.queries.ts';
import { codeShape } from './codes.ts';

/** A payment that was made, with its transaction. */
export interface PaidPayment extends Payment {
  readonly receiptId: string;
  /** Refunded, without what is under way. */
  readonly givenBack: number;
}

/** A link, and the checkout of whoever looks at it. */
export interface Visit {
  readonly link: PayableLink;
  readonly checkout: CheckoutRow | undefined;
  /** Somebody else pays the link, which is for one payment, at the moment. */
  readonly isTaken: boolean;
}

/** As typed; every field may be missing. */
export interface TypedPayment {
  readonly phoneNumber: string;
  readonly network: string;
  readonly amount: string;
}

export interface CheckoutsService {
  /** The same answer for every code that is no link of a company. */
  visit(code: string, secret: string | null, address: string): Promise<Visit>;
  /** Begins an attempt, or finds the one that is under way. Throws an AppError if it is refused. */
  pay(visit: Visit, secret: string, typed: TypedPayment, address: string): Promise<void>;
  /** With vouchers in clear: only for whoever has the secret. */
  paid(checkout: CheckoutRow): Promise<PaidPayment[]>;
}

interface CheckoutTools {
  readonly database: Database;
  readonly acceptance: Pick<Acceptance, 'acceptWith'>;
  readonly numbering: Numbering;
  readonly sealer: Sealer;
}

export function createCheckoutsService(tools: CheckoutTools): CheckoutsService {
  const { database } = tools;
  return {
    async visit(code, secret, address) {
      const found = await database.within(platformScope, (db) => look(db, code, secret));
      if (found) return found;
      // Apart from the rest, so that it counts although this is refused.
      await database.within(platformScope, (db) => takeUnknownLink(db, address));
      throw notFound('This payment link does not exist');
    },

    async pay(visit, secret, typed, address) {
      const { link, checkout } = visit;
      if (checkout && stateOf(checkout.attempts) !== 'failed') return;
      refuseUnpayable(visit);
      const network = networkOf(typed.network);
      const [amount, { phoneNumber }] = await bothOf(
        () => amountFor(link, typed.amount),
        () => tools.numbering.resolve(typed.phoneNumber, network),
      );
      await database.within(platformScope, (db) => takeCheckout(db, address, link.id));
      await begin(tools.acceptance, visit, secret, { phoneNumber, network, amount });
    },

    async paid({ attempts }) {
      const ids = attempts
        .filter(({ status }) => status === 'SUCCESS')
        .map((one) => one.payment_id);
      const rows = await database.within(platformScope, (db) => findPaid(db, ids));
      return rows.map((row) => ({
        ...toPayment(row, (voucher) => inClear(tools.sealer, voucher)),
        receiptId: row.transaction_id ?? row.id,
        givenBack: toUgx(row.given_back),
      }));
    },
  };
}

async function look(db: Db, typed: string, secret: string | null): Promise<Visit | null> {
  const code = typed.toLowerCase();
  if (!codeShape.test(code)) return null;
  const link = await findPayable(db, code);
  if (!link) return null;
  const checkout = secret === null ? undefined : await findCheckout(db, link.id, hashToken(secret));
  const isTaken = link.is_once && (await isBeingPaid(db, link.id, checkout?.id ?? link.id));
  return { link, checkout, isTaken };
}

/** The payer has read why on the page; this is for whoever sends the form nevertheless. */
function refuseUnpayable({ link, isTaken }: Visit): void {
  if (link.state !== 'active') throw refused('This payment link is not active any more');
  if (link.is_stopped) throw new AppError('company_suspended');
  if (!link.is_sold || (link.product_code !== null && link.stock === 0)) {
    throw new AppError('out_of_stock');
  }
  if (isTaken) throw refused('Somebody else is paying this right now');
}

/** What is wrong with either is said together, so that nobody corrects one to read of the other. */
async function bothOf<A, B>(first: () => A, second: () => Promise<B>): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([(async () => first())(), second()]);
  if (a.status === 'fulfilled' && b.status === 'fulfilled') return [a.value, b.value];
  const errors: readonly unknown[] = [a, b].flatMap((each) =>
    each.status === 'rejected' ? [each.reason] : [],
  );
  const invalid = errors.filter((error) => error instanceof AppError);
  // Anything but a refusal comes first, then a refusal alone.
  if (invalid.length < 2) throw errors.find((error) => !(error instanceof AppError)) ?? errors[0];
  const fields = Object.assign({}, ...invalid.map((each) => each.fields));
  throw new AppError('validation_failed', { fields });
}

/** Whole shillings, in groups of three or not. In 1,5 the comma would be ambiguous. */
const typedAmount =
  /^(?:ugx)?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?:\s\d{3}){1,3})(?:\.0{1,2})?$/i;

/** Never what the browser says: the amount of the link, or a choice within its limits. */
function amountFor(link: PayableLink, typed: string): bigint {
  const digits = typedAmount.exec(typed.trim())?.[1]?.replaceAll(/[\s,]/g, '');
  const chosen = digits === undefined ? null : toHundredths(Number(digits));
  if (link.kind !== 'chosen') {
    const price = BigInt(link.amount ?? '0');
    // The price of a product may have changed since the page was opened.
    if (chosen !== null && chosen !== price) {
      throw invalidField('amount', `The price is ${formatUgx(toUgx(String(price)))} now`);
    }
    return price;
  }
  if (chosen === null || chosen <= 0n) throw invalidField('amount', 'Enter an amount in shillings');
  const [least, most] = [link.least_amount ?? '0', link.most_amount ?? '0'];
  if (chosen < BigInt(least)) {
    throw invalidField('amount', `The least is ${formatUgx(toUgx(least))}`);
  }
  if (chosen > BigInt(most)) throw invalidField('amount', `The most is ${formatUgx(toUgx(most))}`);
  return chosen;
}

function networkOf(typed: string): NetworkName | undefined {
  return networkNames.find((name) => name === typed);
}

/**
 * An ordinary payment order. The key is made of the checkout and the number of the attempt, so that however often
 * it is sent, and from however many windows, an attempt is one payment. The next number begins only when all
 * earlier payments have failed, so no two are ever open at once.
 */
async function begin(
  acceptance: CheckoutTools['acceptance'],
  { link, checkout }: Visit,
  secret: string,
  wish: {
    readonly phoneNumber: string;
    readonly network: NetworkName | undefined;
    readonly amount: bigint;
  },
): Promise<void> {
  const number = (checkout?.attempts.length ?? 0) + 1;
  const secretHash = hashToken(secret);
  const order = {
    ...wish,
    companyId: link.company_id,
    direction: 'collection',
    origin: 'link',
    reference: link.reference,
    description: link.purpose,
    accountId: link.account_id,
    productCode: link.product_code ?? undefined,
    idempotencyKey: shortHash('checkout', link.id, secretHash.toString('hex'), String(number)),
  } as const;
  try {
    await acceptance.acceptWith(order, async (db, { paymentId }) => {
      const state = await holdLink(db, link);
      if (state !== 'active') throw refused('This payment link is not active any more');
      const checkoutId = await keepCheckout(db, {
        id: uuidV7(),
        company_id: link.company_id,
        linkId: link.id,
        secretHash,
      });
      if (link.is_once && (await isBeingPaid(db, link.id, checkoutId))) {
        throw refused('Somebody else is paying this right now');
      }
      const now = await findCheckout(db, link.id, secretHash);
      const earlier = now?.attempts ?? [];
      if (earlier.length !== number - 1 || stateOf(earlier) !== 'failed') {
        throw new AppError('idempotency_key_reused');
      }
      // With the rest, so that only what really asks a phone counts.
      await takePrompt(db, wish.phoneNumber);
      await insertAttempt(db, { companyId: link.company_id, checkoutId, number, paymentId });
    });
  } catch (error) {
    // Another window was first, with another number or amount: its attempt is the one.
    if (!(error instanceof AppError) || error.code !== 'idempotency_key_reused') throw error;
  }
}

interface PaidRow {
  readonly transaction_id: string | null;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly given_back: string;
}

function findPaid(db: Db, ids: readonly string[]) {
  return db.rows<PaymentRow & PaidRow>(
    `select ${paymentColumns}, p.transaction_id, ${refundedOf('p', 'SUCCESS')} as given_back
     from payments p ${paymentJoins}
     where p.id = any($1::uuid[]) order by p.finished_at, p.id`,
    [plainArray(ids)],
  );
}

/** Masked while it cannot be read, so that the rest of the page is there. */
function inClear(sealer: Sealer, voucher: StoredVoucher): string {
  const opened = openVoucher(sealer, voucher);
  return 'secret' in opened ? opened.secret : maskVoucher(voucher);
}
