import { reasonText, type ReasonCode } from '../src/payments/networks/reason-codes.ts';
import type { Chance } from './chance.ts';
import type { DemoClock } from './clock.ts';
import { underReview } from './demo-one-history.ts';
import { paymentOf, type PhoneMovement } from './ledger-payments.ts';
import { phoneNumber, secondsAfter, type DemoPayment } from './payment-rows.ts';
import type { SeededProduct } from './products.ts';

interface DemoOne {
  readonly companyId: string;
  /** The account to which sales are credited. */
  readonly accountId: string;
  readonly products: ReadonlyMap<string, SeededProduct>;
  /** Demo One's transactions, newest first. */
  readonly movements: readonly PhoneMovement[];
  readonly clock: DemoClock;
  readonly chance: Chance;
}

/** The payments with a full trace. */
export interface DemoOnePayments {
  readonly newestSale: DemoPayment;
  readonly collection: DemoPayment;
  readonly refusedPayout: DemoPayment;
  readonly unanswered: DemoPayment;
  readonly lateSuccess: DemoPayment;
  readonly others: readonly DemoPayment[];
}

/** Number of vouchers that the imported system sold; with the newest sale about a third of all. */
const soldBefore = { 'DAY-1': 22, 'DAY-BOOK': 11, 'MONTH-60': 9 } as const;
const bookedBesides = 10;

/**
 * 64 in all, of every status: 42 voucher sales and five others imported from an earlier system, and 17
 * with a ledger transaction, two of which wait for a second person and two are under review.
 */
export function demoOnePayments(one: DemoOne): DemoOnePayments {
  const of = (status: string, kind: string) =>
    one.movements.filter((movement) => movement.status === status && movement.kind === kind);
  const [newest, collection, ...collections] = of('completed', 'collection');
  const [refusedPayout] = of('failed', 'payout');
  const booked = [...collections, ...of('completed', 'payout')].toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime(),
  );
  const paid = (movement: PhoneMovement | undefined): DemoPayment => {
    const payment = movement && paymentOf(movement, one.chance);
    if (!payment) throw new Error('Demo One has too few mobile-money transactions');
    return payment;
  };
  const book = productOf(one, 'DAY-BOOK');
  return {
    newestSale: {
      ...paid(newest),
      productId: book.id,
      codeId: codeOf(book, soldBefore['DAY-BOOK']),
      isNotified: null,
    },
    collection: paid(collection),
    refusedPayout: paid(refusedPayout),
    unanswered: unanswered(one, movementOf(one, underReview.unanswered)),
    lateSuccess: lateSuccess(movementOf(one, underReview.lateSuccess), one.chance),
    others: [
      ...Object.entries(soldBefore).flatMap(([code, count]) => salesBefore(one, code, count)),
      ...failuresBefore(one),
      ...reversals(one),
      ...booked.slice(0, bookedBesides).map(paid),
      ...of('pending', 'payout').map(paid),
    ],
  };
}

function productOf({ products }: DemoOne, code: string): SeededProduct {
  const product = products.get(code);
  if (!product) throw new Error(`The demo data sells an unknown product: ${code}`);
  return product;
}

function codeOf({ codeIds }: SeededProduct, place: number): string {
  const id = codeIds[place];
  if (id === undefined) throw new Error('The demo data sells more vouchers than there are');
  return id;
}

function anyPhone(chance: Chance): { network: string; phoneNumber: string } {
  const network = chance.next() < 0.6 ? 'MTN' : 'AIRTEL';
  return { network, phoneNumber: phoneNumber(network, chance) };
}

const places = ['Bukoto', 'Ntinda', 'Kisaasi', 'Kalerwe', 'Wandegeya'] as const;

function fromBefore(one: DemoOne, at: Date, number: number): Omit<DemoPayment, 'amount'> {
  return {
    companyId: one.companyId,
    accountId: one.accountId,
    direction: 'collection',
    origin: 'import',
    status: 'SUCCESS',
    ...anyPhone(one.chance),
    reference: `HOTSPOT-${number}`,
    description: `Sold at ${one.chance.pick(places)}`,
    at,
    finishedAt: secondsAfter(at, one.chance.between(9, 70)),
    networkReference: String(one.chance.between(400_000_000, 499_999_999)),
  };
}

/**
 * From four months ago until three days ago, the oldest vouchers first. Two by the rare network.
 */
function salesBefore(one: DemoOne, code: string, count: number): DemoPayment[] {
  const product = productOf(one, code);
  return Array.from({ length: count }, (_, place): DemoPayment => {
    const daysAgo = Math.round(118 - (place * 115) / (count - 1));
    const at = one.clock.on(daysAgo, 0.1 + 0.8 * one.chance.next());
    const isRare = code === 'DAY-1' && (place === 4 || place === 13);
    return {
      ...fromBefore(one, at, 10_000 + place + count * 100),
      ...(isRare && { network: 'LYCA', phoneNumber: phoneNumber('LYCA', one.chance) }),
      amount: product.amount,
      productId: product.id,
      codeId: codeOf(product, place),
      isBeforeLedger: true,
      isNotified: ([true, true, false, null] as const)[place % 4] ?? null,
    };
  });
}

const failures: readonly [daysAgo: number, code: ReasonCode][] = [
  [12, 'PAYER_REFUSED'],
  [26, 'NOT_ENOUGH_FUNDS'],
  [61, 'EXPIRED'],
];

function failuresBefore(one: DemoOne): DemoPayment[] {
  const { id, amount } = productOf(one, 'MONTH-60');
  return failures.map(([daysAgo, code], index) => ({
    ...fromBefore(one, one.clock.on(daysAgo, 0.6), 20_000 + index),
    status: 'FAILED',
    amount,
    productId: id,
    networkReference: null,
    reason: [code, reasonText(code, 'collection')],
    isNotified: true,
  }));
}

/** The earlier system had its own status for refunds. */
function reversals(one: DemoOne): DemoPayment[] {
  return [33, 78].map((daysAgo, index) => ({
    ...fromBefore(one, one.clock.on(daysAgo, 0.4), 30_000 + index),
    status: 'REVERSED',
    amount: 1_500_000n,
    description: 'Paid twice and sent back',
  }));
}

function movementOf({ movements }: DemoOne, wanted: string): PhoneMovement {
  const found = movements.find(({ reference }) => reference === wanted);
  if (!found) throw new Error(`Demo One has no transaction ${wanted}`);
  return found;
}

function collectionOf(movement: PhoneMovement, network: string, chance: Chance) {
  return {
    companyId: movement.company_id,
    accountId: movement.account_id,
    direction: 'collection',
    origin: 'api',
    network,
    phoneNumber: phoneNumber(network, chance),
    amount: BigInt(movement.amount),
    reference: movement.reference,
    description: movement.description,
    transactionId: movement.id,
    at: movement.created_at,
  } as const;
}

/** Over a day without a final status from the network; its voucher stays reserved. */
function unanswered(one: DemoOne, movement: PhoneMovement): DemoPayment {
  const product = productOf(one, 'MONTH-60');
  return {
    ...collectionOf(movement, 'AIRTEL', one.chance),
    status: 'PROCESSING',
    productId: product.id,
    codeId: codeOf(product, soldBefore['MONTH-60']),
  };
}

function lateSuccess(movement: PhoneMovement, chance: Chance): DemoPayment {
  return {
    ...collectionOf(movement, 'MTN', chance),
    status: 'FAILED',
    finishedAt: movement.finished_at,
    reason: ['EXPIRED', reasonText('EXPIRED', 'collection')],
  };
}
