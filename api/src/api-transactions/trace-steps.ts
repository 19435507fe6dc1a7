import { formatUgx, fromHundredths } from '@sente/contract/money';
import { networkWord } from '@sente/contract/payments';
import { networkReasonCodes } from '../payments/networks/reason-codes.ts';
import { behindCauses, type Step } from './step-order.ts';
import type { StepRow, TraceRow, WebhookAttemptRow, WebhookEventRow } from './trace.queries.ts';

/** The recorded steps; a missing first or last step is derived from the payment. */
export function paymentSteps(payment: TraceRow, rows: readonly StepRow[]): Step[] {
  const has = (...kinds: readonly string[]) => rows.some(({ kind }) => kinds.includes(kind));
  const recorded = rows.map((row) => toStep(row, payment));
  const ends = [...(has('settled', 'failed') ? [] : endOf(payment)), ...reversalOf(payment)];
  return [
    ...(has('requested') ? [] : [beginningOf(payment)]),
    ...recorded,
    ...ends.map((end) => behindCauses(end, recorded)),
  ];
}

type Lane = Step['lane'];

/** Who acts in the steps of a payment. A request of the portal is made by a person. */
const lanes: Record<Step['kind'], Lane> = {
  requested: 'api',
  approval: 'people',
  hold: 'ledger',
  held: 'people',
  sent: 'network',
  asked: 'network',
  callback: 'network',
  settled: 'ledger',
  failed: 'ledger',
  reversed: 'ledger',
  review: 'people',
  webhook: 'webhook',
};

const origins = {
  api: 'Asked for through the API',
  link: 'The payer began to pay with a payment link',
  till: 'Asked for by a cashier at a till',
  import: 'Taken over from an earlier system',
};

function beginningOf({ created_at, origin, requested_by }: TraceRow): Step {
  const title =
    origin === 'portal'
      ? `Asked for in the portal${requested_by ? ` by ${requested_by}` : ''}`
      : origins[origin];
  const lane = ['portal', 'link', 'till'].includes(origin) ? 'people' : lanes.requested;
  const at = created_at.toISOString();
  return { at, kind: 'requested', lane, title, isGood: null, exchange: null };
}

/** Whether the network said that it failed: the ledger only follows. */
function isOfNetwork({ reason_code: code }: TraceRow): boolean {
  return (networkReasonCodes as readonly (string | null)[]).includes(code);
}

/** What an earlier system booked was never in this ledger. */
function laneOf(kind: Step['kind'], payment: TraceRow): Lane {
  const isElsewhere = payment.origin === 'import' && payment.ledger_id === null;
  if (kind === 'settled' && isElsewhere) return 'network';
  if (kind === 'failed' && (isElsewhere || isOfNetwork(payment))) return 'network';
  return lanes[kind];
}

function endOf(payment: TraceRow): Step[] {
  const { status, finished_at, reason } = payment;
  if (!finished_at || (status !== 'SUCCESS' && status !== 'FAILED')) return [];
  const isGood = status === 'SUCCESS';
  const kind = isGood ? 'settled' : 'failed';
  return [
    {
      at: finished_at.toISOString(),
      kind,
      lane: laneOf(kind, payment),
      title: isGood ? 'Paid' : reason ? `Failed: ${reason}` : 'Failed',
      isGood,
      exchange: null,
    },
  ];
}

/** Only the ledger knows it. */
function reversalOf({ reversed_at, direction, ...payment }: TraceRow): Step[] {
  if (!reversed_at) return [];
  const [amount, fee] = [BigInt(payment.amount), BigInt(payment.fee)];
  const what =
    direction === 'collection'
      ? `${formatUgx(fromHundredths(amount - fee))} left the account again`
      : `${formatUgx(fromHundredths(amount + fee))} is on the account again`;
  return [
    {
      at: reversed_at.toISOString(),
      kind: 'reversed',
      lane: lanes.reversed,
      title: `${whoReversed(payment)}: ${what}`,
      isGood: false,
      exchange: null,
    },
  ];
}

function whoReversed({
  reversal_asked_by: asker,
  reversal_approved_by: approver,
  reversal_reason: reason,
}: Pick<TraceRow, 'reversal_asked_by' | 'reversal_approved_by' | 'reversal_reason'>): string {
  if (!asker) return 'Taken back by the provider';
  return `Taken back by ${asker}, approved by ${approver} (${reason})`;
}

function toStep(row: StepRow, payment: TraceRow): Step {
  const hasExchange = row.request !== null || row.answer !== null;
  return {
    at: row.at.toISOString(),
    kind: row.kind,
    lane: laneOf(row.kind, payment),
    // Steps from before name the network as the payments API does.
    title: withNames(row, payment).replaceAll(payment.network, networkWord(payment.network)),
    isGood: row.is_good,
    exchange: hasExchange
      ? { request: row.request, answer: row.answer, durationMs: row.duration_ms }
      : null,
  };
}

/** Who decided, where the reader may see the person. */
function withNames({ kind, title }: StepRow, payment: TraceRow): string {
  const { decided_by: decider, review_proposed_by: first, review_confirmed_by: second } = payment;
  if (kind === 'approval') {
    const isColleague = title.startsWith('Approved by a colleague');
    const name = isColleague ? payment.colleague_by : decider;
    const who = /\bby (a colleague|the provider|the person who asked for it)/;
    return name ? title.replace(who, () => `by ${name}`) : title;
  }
  if (kind === 'review' && first && second) {
    return title.replace(/^Two people/, () => `${first} and ${second}`);
  }
  return title;
}

/** One delivery attempt. Only staff see the headers; nobody sees a signature. */
export function webhookStep(
  event: WebhookEventRow,
  attempt: WebhookAttemptRow,
  isStaff: boolean,
): Step {
  const isGood = attempt.status_code !== null && Math.floor(attempt.status_code / 100) === 2;
  const outcome = isGood
    ? 'delivered'
    : attempt.status_code === null
      ? 'not delivered'
      : `refused with ${attempt.status_code}`;
  const headers = Object.entries(attempt.request_headers)
    .filter(([name]) => isStaff && !/signature|authorization|secret/i.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const head = [`POST ${attempt.url}`, ...headers].join('\n');
  return {
    at: attempt.at.toISOString(),
    kind: 'webhook',
    lane: lanes.webhook,
    title: `Webhook ${event.type} ${outcome}, attempt ${attempt.number}`,
    isGood,
    exchange: {
      request: `${head}\n\n${JSON.stringify(event.payload, null, 2)}`,
      answer: attempt.answer || attempt.error,
      durationMs: attempt.duration_ms,
    },
  };
}
