import { formatUgx } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';

/* A batch of settlements is decided by whom it pays, and not while something keeps one of them from being paid. */

/** A settlement of the batch. Hundredths of UGX; bigint arrives as text. */
interface BatchPayee {
  readonly reference: string;
  readonly amount: string;
  readonly name: string;
  /** With the last digits of the account: the whole number is for people who let money go. */
  readonly bank: string;
}

/** Of a request in the queue. */
export interface BatchAbout {
  /** Of a batch of settlements: the largest, in order; null once it was refused, which lets them go. */
  readonly payees: readonly BatchPayee[] | null;
  /** Of a batch that waits: why it cannot be paid now. */
  readonly stopped: string | null;
}

/** Words, or null. */
const allStopped = `(
    select 'all payouts are stopped' from payout_brakes p
    where p.ended_at is null and p.company_id is null
  )`;

/** What keeps the payouts of a company from being sent. */
export const stoppedPayouts = (companyId: string): string => `coalesce(${allStopped}, (
    select 'the payouts of the company are stopped' from payout_brakes p
    where p.ended_at is null and p.company_id = ${companyId}
  ))`;

/** Why a settlement `s` cannot be paid now: of its company `c`, account `a` and bank account `b`. */
export const stoppedSettlement = `case
    when c.suspended_at is not null then 'the company is suspended'
    when not a.is_active then 'the account is inactive'
    when a.frozen_at is not null then 'the account is frozen'
    when b.state <> 'approved' then 'its bank account is retired'
    else ${stoppedPayouts('s.company_id')}
  end`;

/**
 * What keeps a settlement `s` from the bank. A batch takes, and a second person approves, only what can be paid. After
 * that the file goes to the bank as it is, unless all payouts are stopped. A company does not see its batch, but reads the
 * same as staff.
 */
export const heldUpSettlement = `case
    when s.state = 'requested' or (s.state = 'batched' and settlement_batch_waits(s.company_id, s.batch_id))
      then ${stoppedSettlement}
    when s.state = 'batched' and s.at_bank_since is null then ${allStopped}
  end`;

/** Settlements with what stoppedSettlement needs. */
export const settlementsToPay = `settlements s
  join companies c on c.id = s.company_id
  join accounts a on a.id = s.account_id
  join bank_accounts b on b.id = s.bank_account_id`;

/** Of a batch: which settlement cannot be paid now, and why; one of them, null without one. */
export const stoppedInBatch = (batchId: string): string => `(
    select format('%s of %s cannot be paid: %s', w.reference, w.company, w.problem) from (
      select s.id, s.reference, c.name as company, ${stoppedSettlement} as problem
      from ${settlementsToPay} where s.batch_id = ${batchId}
    ) w where w.problem is not null order by w.id limit 1
  )`;

const mostNamed = 3;
const batchId = "(q.details->>'batchId')::uuid";

/** Of a request `q`. */
export const batchAbout = `
  case when q.kind = 'settlement-batch' then (
    select jsonb_agg(to_jsonb(l)) from (
      select s.reference, s.amount::text, b.account_name as name,
        b.bank || ' •••• ' || right(b.account_number, 4) as bank
      from settlements s join bank_accounts b on b.id = s.bank_account_id
      where s.batch_id = ${batchId} order by s.amount desc, s.id limit ${mostNamed}
    ) l
  ) end as payees,
  case when q.kind = 'settlement-batch' and q.is_waiting then ${stoppedInBatch(batchId)} end as stopped`;

export function batchSentence(amount: string, count: number, { payees }: BatchAbout): string {
  const [first, ...others] = payees ?? [];
  const what = count === 1 ? '1 settlement' : `${count} settlements`;
  if (!first) return `Pay ${what} from the bank, ${amount} together.`;
  if (count === 1) {
    const { reference, name, bank } = first;
    return `Pay the settlement ${reference} from the bank: ${amount} to ${name} (${bank}).`;
  }
  const named = [first, ...others].map(
    (payee) => `${formatUgx(toUgx(payee.amount))} to ${payee.name} (${payee.bank})`,
  );
  const more = count - named.length;
  const rest = more > 0 ? [`${more} more`] : [];
  return `Pay ${what} from the bank, ${amount} together: ${[...named, ...rest].join(', ')}.`;
}
