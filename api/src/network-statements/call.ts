import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Connector, ListedTransaction } from '../payments/networks/connector.ts';
import { importStatement } from './import-statement.ts';
import type { BadLine, StatementLine } from './statement-line.ts';
import { longestReference } from './statement-reader.ts';
import { StatementRefused } from './statement-refused.ts';
import { phoneOf, readAmount } from './statement-values.ts';

/** Twice the longest time in which a network is expected to complete its list. */
const listedForMs = 48 * 3_600_000;
const layout = 'Summary by call';

/** Imports what the networks list that offer a call for it. The same list again adds nothing. */
export async function importByCall(
  database: Database,
  connectors: readonly Connector[],
  logger: Logger,
): Promise<void> {
  for (const connector of connectors) {
    const { network, isSimulated } = connector;
    const to = new Date();
    const from = new Date(to.getTime() - listedForMs);
    const listed = await connector.transactions?.({ from, to });
    if (!listed) continue;
    if ('why' in listed) {
      logger.warn({ network, why: listed.why }, 'a network did not list its transactions');
      continue;
    }
    const told = withoutRepeats(listed);
    // Nothing happened for two days, or nothing is told: either way there is nothing to add.
    if (listed.length === 0) continue;
    const text = JSON.stringify(told);
    const checksum = createHash('sha256').update(text).digest('hex');
    const name = `${minuteOf(from)} to ${minuteOf(to)}`;
    const source = isSimulated ? 'simulator' : 'call';
    const pieces = (async function* () {
      yield told.map(toLine);
    })();
    const file = { network, wallet: 'both', source, name, checksum, importedBy: null } as const;
    try {
      await importStatement(database, file, { layout: () => layout, pieces });
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      logger.warn({ err: error, network }, 'what a network lists was not imported');
    }
  }
}

/** While the pages are read, a new payment moves one onto the next page: it is listed twice. */
function withoutRepeats(listed: readonly ListedTransaction[]): ListedTransaction[] {
  const seen = new Set<string>();
  return listed.filter(({ reference, status }) => {
    if (reference === null) return true;
    const key = `${reference} ${status}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** In Ugandan time. */
function minuteOf(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

const directions: Readonly<Record<string, StatementLine['direction']>> = {
  MERCHPAY: 'in',
  COLLECTION: 'in',
  CASHIN: 'in',
  B2C: 'out',
  DISBURSEMENT: 'out',
  REFUND: 'out',
};
const statuses: Readonly<Record<string, StatementLine['status']>> = {
  TS: 'completed',
  TF: 'failed',
  TE: 'failed',
  TIP: 'pending',
  TA: 'pending',
};

function toLine(listed: ListedTransaction, index: number): StatementLine | BadLine {
  const lineNumber = index + 1;
  const bad = (problem: string): BadLine => ({
    lineNumber,
    content: JSON.stringify(listed).slice(0, 500),
    problem,
  });
  const { reference, orderId, service, status, atMs, payer, payee } = listed;
  const direction = directions[service.toUpperCase()];
  const known = statuses[status.toUpperCase()];
  const amount = readAmount(listed.amount);
  const fee = listed.fee === '' ? null : readAmount(listed.fee);
  if (reference !== null && reference.length > longestReference) {
    return bad(`Its id has more than ${longestReference} characters`);
  }
  if (atMs === null) return bad('There is no date');
  if (!amount || amount.isNegative) return bad(`The amount "${listed.amount}" is no number`);
  if (listed.fee !== '' && (!fee || fee.isNegative)) {
    return bad(`The fee "${listed.fee}" is no number without a minus`);
  }
  if (!known) return bad(`The status "${status}" is not known`);
  if (!direction) return bad(`"${service}" does not tell whether money came in or went out`);
  return {
    lineNumber,
    reference,
    orderId,
    phone: phoneOf(direction === 'in' ? payer : payee),
    atMs,
    direction,
    amount: amount.hundredths,
    fee: fee?.hundredths ?? null,
    balanceAfter: null,
    kind: service.toUpperCase() === 'REFUND' ? 'reversal' : 'payment',
    status: known,
    text: service,
  };
}
