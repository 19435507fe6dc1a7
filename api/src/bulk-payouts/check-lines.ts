import { formatUgx } from '@sente/contract/money';
import { maxPaymentAmount, networkNames, networkWords } from '@sente/contract/payments';
import type { Database, Db } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { AppError } from '../http/app-error.ts';
import type { Numbering } from '../payments/networks/phone-numbers.ts';
import { acceptAll, readyOrder, refusalOf } from '../payments/orders/acceptance.ts';
import type { BulkLineRow } from './bulk-lines.queries.ts';
import type { StoredBulk } from './stored-bulks.queries.ts';
import { orderOf } from './bulk-order.ts';
import { doubtful, faulty, warned, type CheckedLine } from './checked-line.ts';
import { findPaidLately, writeChecked } from './check-lines.queries.ts';
import { listLinesAfter } from './bulk-lines.queries.ts';
import { askNames, type NameTools } from './names.ts';

export interface CheckTools extends NameTools {
  readonly database: Database;
  readonly numbering: Numbering;
}

/** In one step: short enough that a lease outlasts it. */
const atOnce = 50;

/** Checks the next lines. False if all are checked, otherwise after how many milliseconds it goes on. */
export async function checkSome(tools: CheckTools, bulk: StoredBulk): Promise<number | false> {
  const { database } = tools;
  const lines = await database.within(platformScope, (db) =>
    listLinesAfter(db, bulk.id, 0, atOnce, "l.state = 'new'"),
  );
  if (lines.length === 0) return false;
  const read = await Promise.all(lines.map((line) => readLine(tools, line)));
  const allowed = await database.within(platformScope, (db) => rehearse(db, bulk, read));
  // What a network did not tell yet stays unchecked, and is asked for again.
  const { named, pauseMs } = await askNames(tools, bulk, allowed);
  await database.within(platformScope, async (db) => {
    const lately = await findPaidLately(db, bulk.company_id, named);
    const compared = named.map((line) => {
      const found = lately.get(line.number);
      if (found?.is_doubted) return doubtful(bulk, line, doubtedText);
      return found?.is_paid ? warned(line, paidLatelyText) : line;
    });
    await writeChecked(db, bulk.id, compared);
  });
  return pauseMs;
}

const paidLatelyText = 'The same amount went to this number within the last 24 hours';
const doubtedText =
  'The same amount to this number failed, but the network says that it was paid: people look into it';

/** Number, network and amount. */
async function readLine(
  { numbering, connectors }: CheckTools,
  line: BulkLineRow,
): Promise<CheckedLine> {
  const amount = amountOf(line.amount_typed);
  const empty: CheckedLine = {
    number: line.number,
    phoneNumber: null,
    network: null,
    amount: typeof amount === 'bigint' ? amount : null,
    nameGiven: line.name_given,
    nameFound: null,
    reference: line.reference,
    faults: typeof amount === 'bigint' ? [] : [amount],
    warnings: [],
  };
  const typed = line.network_typed?.toUpperCase();
  const named = networkNames.find((name) => name === typed);
  if (typed !== undefined && !named) {
    return faulty(empty, `The network must be ${networkNames.join(' or ')}`);
  }
  try {
    const { phoneNumber, network, likelyNetwork } = await numbering.resolve(
      line.phone_typed,
      named,
    );
    const found = { ...empty, phoneNumber, network };
    const isServed = connectors.some(
      (one) => one.network === network && one.directions.includes('payout'),
    );
    if (!isServed) return faulty(found, `${networkWords[network]} is not connected for payouts`);
    return likelyNetwork
      ? warned(found, `The number begins like one of ${networkWords[likelyNetwork]}`)
      : found;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return faulty(empty, error.message);
  }
}

/** Hundredths of UGX, or what is wrong. Thousands may be written with commas or spaces. */
function amountOf(typed: string): bigint | string {
  const text = typed.replace(/^ugx\s*/i, '').replaceAll(/(?<=\d)[, ](?=\d{3}(?!\d))/g, '');
  if (/^\d{1,3}(\.\d{3})+$/.test(text)) return 'Write thousands with a comma or without a point';
  if (!/^\d+(\.0{1,2})?$/.test(text)) {
    return /^\d+\.\d+$/.test(text)
      ? 'Mobile money takes whole shillings only'
      : 'The amount must be a number of shillings above 0';
  }
  const shillings = BigInt(text.split('.')[0] ?? '0');
  if (shillings === 0n) return 'The amount must be a number of shillings above 0';
  if (shillings > BigInt(maxPaymentAmount)) return `At most ${formatUgx(maxPaymentAmount)} at once`;
  return shillings * 100n;
}

/** An outage passes, and the payment waits for it. Limits are about all lines together. */
const areLeftOut: ReadonlySet<string> = new Set(['network_unavailable', 'limit_exceeded']);

/** What would refuse the payout: accepts the lines and takes that back. */
async function rehearse(
  db: Db,
  bulk: StoredBulk,
  lines: readonly CheckedLine[],
): Promise<CheckedLine[]> {
  const ready = lines.flatMap((line) => {
    const order = line.faults.length === 0 && orderOf(bulk, line);
    return order ? [{ line, order: readyOrder(order) }] : [];
  });
  if (ready.length === 0) return [...lines];
  await db.rows('savepoint rehearsal');
  const rows = await acceptAll(
    db,
    ready.map(({ order }) => order),
  );
  await db.rows('rollback to savepoint rehearsal');
  const refusals = new Map<number, string>();
  for (const [index, row] of rows.entries()) {
    const one = ready[index];
    if (!one || !row.refusal || areLeftOut.has(row.refusal)) continue;
    refusals.set(one.line.number, refusalOf(one.order, row).message);
  }
  return lines.map((line) => {
    const refusal = refusals.get(line.number);
    return refusal === undefined ? line : faulty(line, refusal);
  });
}
