import type { Db } from '../../src/db/database.ts';
import { findViolations } from '../../src/ledger/invariants.ts';
import type { OrderRecord, StormNetwork } from './network.ts';

interface StoredPayment {
  readonly id: string;
  readonly network: string;
  readonly direction: 'collection' | 'payout';
  readonly status: string;
  readonly amount: string;
  readonly reason_code: string | null;
  readonly has_review: boolean;
  readonly is_decided: boolean;
  /** Two people took back what the network took back. */
  readonly is_reversed: boolean;
  /** While the network is asked again about it. */
  readonly failed_ms_ago: number | null;
}

/** The most calls that one payment may cost: a day of polling, sendings and callbacks. */
const mostCalls = 140;
/** After its failure: the late questions, those without an answer once more, and callbacks. */
const mostLateCalls = 20;
const minute = 60_000;

export interface Outcome {
  readonly companies: readonly string[];
  /** Of the payments that were accepted. */
  readonly ids: readonly string[];
  readonly labelOf: (paymentId: string) => string;
  /** Engines were killed, and with them answers that the networks gave. */
  readonly areKilled: boolean;
  /** The time of the storm at its end. */
  readonly now: number;
}

/** Compares the books with what the networks really did. One sentence for each fault. */
export async function findFaults(
  owner: Db,
  networks: readonly StormNetwork[],
  { companies, ids, labelOf, areKilled, now }: Outcome,
): Promise<string[]> {
  const payments = await owner.rows<StoredPayment>(
    `select p.id, p.network, p.direction, p.status, p.amount, p.reason_code,
       exists (select from payment_reviews r where r.payment_id = p.id and r.closed_at is null)
         as has_review,
       exists (select from payment_reviews r where r.payment_id = p.id and r.confirmed_by is not null)
         as is_decided,
       exists (
         select from transactions t where t.company_id = p.company_id and t.reversal_of = p.transaction_id
       ) as is_reversed,
       extract(epoch from now() - q.failed_at)::float8 * 1000 as failed_ms_ago
     from payments p left join late_questions q on q.payment_id = p.id
     where p.company_id = any($1)`,
    [companies],
  );
  const faults = payments.flatMap((payment) => {
    const network = networks.find(({ wire }) => wire.network === payment.network);
    const record = network?.records.get(payment.id);
    return faultsOf(payment, record, { areKilled, now }).map(
      (fault) => `${labelOf(payment.id)} ${payment.id}: ${fault}`,
    );
  });
  if (payments.length !== ids.length) {
    faults.push(`${payments.length} payments are stored, but ${ids.length} were accepted`);
  }
  for (const network of networks) faults.push(...(await floatFaults(owner, network, companies)));
  faults.push(...(await heldFaults(owner, companies)), ...(await transactionFaults(owner, ids)));
  return faults;
}

/** What `npm run verify` finds in the whole database, so that it need not be asked after each storm. */
export async function findBrokenRules(owner: Db): Promise<string[]> {
  const violations = await findViolations(owner);
  return violations.map(({ invariant, example }) => `not true: ${invariant} (${example})`);
}

function faultsOf(
  payment: StoredPayment,
  record: OrderRecord | undefined,
  { areKilled, now }: Pick<Outcome, 'areKilled' | 'now'>,
): string[] {
  const { status, reason_code: reason, failed_ms_ago: failedMsAgo } = payment;
  const all = record?.sayings ?? [];
  // The clock of the storm is a little behind, and the first late question comes an hour after the failure.
  const until = failedMsAgo === null ? Infinity : now - failedMsAgo + 30 * minute;
  const sayings = all.filter(({ at }) => at < until);
  const faults: string[] = [];
  if (status !== 'SUCCESS' && status !== 'FAILED') {
    return [`is ${status} for ever${payment.has_review ? ', under review' : ''}`];
  }
  const isMoved = record?.order?.state === 'paid';
  const moved = isMoved ? record?.order?.amount : undefined;
  if (payment.is_reversed && isMoved) faults.push(`was reversed, but the network moved ${moved}`);
  if (status === 'SUCCESS' && !payment.is_reversed && moved !== BigInt(payment.amount)) {
    faults.push(`is booked with ${payment.amount}, but the network moved ${moved ?? 'nothing'}`);
  }
  if (status === 'FAILED' && isMoved)
    faults.push(`failed (${reason}), but the network moved ${moved}`);
  if (sayings.length > mostCalls || all.length > mostCalls + mostLateCalls) {
    faults.push(`took ${sayings.length} calls until its end, ${all.length} in all`);
  }
  const isRefusedAtOnce = !areKilled && sayings[0]?.said === 'refused';
  if (isRefusedAtOnce && (reason === 'NOT_SENT' || sayings.length > 1)) {
    faults.push(`was refused at once, but ended as ${reason} after ${sayings.length} calls`);
  }
  if (reason === 'NOT_SENT' && !payment.is_decided && !isProvenUnknown(sayings)) {
    faults.push('was given up without proof that the network does not have it');
  }
  if (reason === 'NOT_SENT' && !areKilled && record && wasConfirmed(record, sayings)) {
    faults.push('was given up although the network had confirmed that it has it');
  }
  return faults;
}

/** Never sent, or not found five times over fifteen minutes since the last sending. */
function isProvenUnknown(sayings: OrderRecord['sayings']): boolean {
  const lastSent = sayings.findLastIndex(({ to }) => to === 'payment');
  const since = sayings[lastSent];
  if (!since) return true;
  const missing = sayings.slice(lastSent + 1).filter(({ said }) => said === 'not-found');
  const last = missing.at(-1);
  // The rounds of the storm are coarser than the schedule, so the last answer tells the time.
  return missing.length >= 5 && last !== undefined && last.at - since.at >= 14 * minute;
}

/** Before it could be proven that the network does not have it. */
function wasConfirmed({ toldAt }: OrderRecord, sayings: OrderRecord['sayings']): boolean {
  const lastSent = sayings.findLastIndex(({ to }) => to === 'payment');
  const proof = sayings.slice(lastSent + 1).filter(({ said }) => said === 'not-found')[4];
  if (!proof) return false;
  const has = new Set<string>(['accepted', 'open', 'paid']);
  return (
    toldAt.some((at) => at < proof.at) ||
    sayings.some(({ at, said }) => at < proof.at && has.has(said))
  );
}

async function floatFaults(
  owner: Db,
  { wire, records }: StormNetwork,
  companies: readonly string[],
): Promise<string[]> {
  const moved = [...records.values()].reduce((sum, { order }) => {
    if (order?.state !== 'paid') return sum;
    return order.direction === 'collection' ? sum + order.amount : sum - order.amount;
  }, 0n);
  const row = await owner.row<{ owed: string }>(
    `select coalesce(-sum(balance), 0)::text as owed from accounts
     where company_id = any($1) and kind = 'clearing' and network = $2`,
    [companies, wire.network],
  );
  const owed = BigInt(row?.owed ?? 0);
  return owed === moved ? [] : [`the float of ${wire.network} is ${moved}, the books say ${owed}`];
}

/** Every accepted payment has one transaction from its request on, and names one of its state. */
async function transactionFaults(owner: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await owner.rows<{
    id: string;
    status: string;
    asked: number;
    named: string | null;
  }>(
    `select p.id, p.status, t.status as named, count(a.id)::int as asked
     from payments p
     left join transactions t on t.company_id = p.company_id and t.id = p.transaction_id
     left join transactions a on a.company_id = p.company_id and a.key = p.direction || ':' || p.id
     where p.id = any($1)
     group by p.id, p.status, t.status`,
    [ids],
  );
  return rows
    .filter(
      ({ status, asked, named }) =>
        asked !== 1 || named !== (status === 'SUCCESS' ? 'completed' : 'failed'),
    )
    .map(
      ({ id, status, asked, named }) =>
        `${id}: is ${status}, with ${asked} transactions of its request and a ${named} one`,
    );
}

async function heldFaults(owner: Db, companies: readonly string[]): Promise<string[]> {
  const rows = await owner.rows<{ id: string; held: string }>(
    'select id, held from accounts where company_id = any($1) and held <> 0',
    [companies],
  );
  return rows.map(({ id, held }) => `account ${id} still holds ${held}`);
}
