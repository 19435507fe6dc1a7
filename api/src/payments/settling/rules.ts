import type { NetworkReport } from '../networks/connector.ts';
import type { StoredPayment } from '../payments.queries.ts';
import type { PollOptions } from './poll-schedule.ts';

/**
 * The rules of a payment: what follows when something is heard about it. The table is total over
 * phase, word and age, so that the type checker finds a missing case.
 */

/** Where a payment is, as far as our books know. */
export type Phase =
  /** Never given to the network. */
  | 'unsent'
  /** Given to the network once; it has not confirmed that it has it. */
  | 'sent'
  /** Given to it again under the same id, because it did not know the first one. */
  | 'resent'
  /** The network confirmed that it has it. */
  | 'accepted'
  | 'paid'
  | 'failed';

/** What is heard, or concluded from silence. */
export type Word =
  /** The network has it: accepted, or waiting for the person. */
  | 'pending'
  | 'paid'
  | 'other-amount'
  | 'other-currency'
  /** Paid, but how much cannot be read. */
  | 'paid-unreadable'
  /** The network tried and did not carry it out. */
  | 'failed'
  /** The answer to a sending: refused, so this sending has no effect. */
  | 'refused'
  | 'not-found'
  /** No answer, an unreadable one, or no call was possible. */
  | 'no-answer';

/** How long it has been so. Clocks start when a payment may be sent, and again with each sending. */
export type Age =
  /** Soon enough after the first sending to send it again. */
  | 'early'
  | 'open'
  /** Not found often enough, over a longer time than the network's own answers lag. */
  | 'proven-unknown'
  /** No server waits longer. */
  | 'over';

export type Action =
  /** Ask again later. */
  | 'wait'
  /** Send it again now, under the same id. */
  | 'send'
  | 'pay'
  | 'fail'
  /** Fail it because the network never had it. */
  | 'not-sent'
  /** Two people decide. */
  | 'review'
  | 'nothing';

type ByAge = Readonly<Record<Age, Action>>;

const always = (action: Action): ByAge => ({
  early: action,
  open: action,
  'proven-unknown': action,
  over: action,
});
/** Wait, but not for ever: a payment always ends or is decided by people. */
const waitThenReview: ByAge = { ...always('wait'), over: 'review' };

/** The network reports a final result of a payment that is open here. */
const final = {
  paid: always('pay'),
  'other-amount': always('review'),
  'other-currency': always('review'),
  'paid-unreadable': always('review'),
  failed: always('fail'),
} as const;

export const rules: Readonly<Record<Phase, Readonly<Record<Word, ByAge>>>> = {
  // Our books may be older than the network's, for example after a restore: what it reports counts.
  unsent: {
    ...final,
    pending: always('wait'),
    refused: always('fail'),
    'not-found': { ...always('wait'), over: 'not-sent' },
    'no-answer': { ...always('wait'), over: 'not-sent' },
  },
  sent: {
    ...final,
    pending: waitThenReview,
    // The only sending had no effect.
    refused: always('fail'),
    'not-found': { early: 'send', open: 'wait', 'proven-unknown': 'not-sent', over: 'review' },
    'no-answer': waitThenReview,
  },
  resent: {
    ...final,
    pending: waitThenReview,
    // The second sending had no effect, but the first one may still be on its way.
    refused: waitThenReview,
    'not-found': { early: 'send', open: 'wait', 'proven-unknown': 'not-sent', over: 'review' },
    'no-answer': waitThenReview,
  },
  accepted: {
    ...final,
    pending: waitThenReview,
    refused: waitThenReview,
    // The network had it. That it does not find it now, for example under rotated keys, proves nothing.
    'not-found': waitThenReview,
    'no-answer': waitThenReview,
  },
  failed: {
    pending: always('nothing'),
    paid: always('review'),
    'other-amount': always('review'),
    'other-currency': always('review'),
    'paid-unreadable': always('review'),
    failed: always('nothing'),
    refused: always('nothing'),
    'not-found': always('nothing'),
    'no-answer': always('nothing'),
  },
  // What contradicts the books, such as money that the network took back, is never only a line in a trace.
  paid: {
    pending: always('nothing'),
    paid: always('nothing'),
    'other-amount': always('review'),
    'other-currency': always('review'),
    'paid-unreadable': always('nothing'),
    failed: always('review'),
    refused: always('nothing'),
    'not-found': always('nothing'),
    'no-answer': always('nothing'),
  },
};

/** Something that was heard about a payment, and how. */
export interface Heard {
  readonly report: NetworkReport;
  /** silence: no call was possible. */
  readonly from: 'sending' | 'asking' | 'callback' | 'silence';
}

/** What follows for this payment, by the table. */
export function decide(payment: StoredPayment, heard: Heard, polling: PollOptions): Action {
  const word = wordOf(payment, heard);
  return rules[phaseOf(payment)][word][ageOf(payment, word, polling)];
}

/** Whether it changes anything about a payment that has ended; true while it is open. */
export function isNews(payment: Pick<StoredPayment, 'status' | 'amount'>, heard: Heard): boolean {
  const phase = endOf(payment);
  return phase === null || rules[phase][wordOf(payment, heard)].open !== 'nothing';
}

function endOf({ status }: Pick<StoredPayment, 'status'>): 'paid' | 'failed' | null {
  if (status === 'SUCCESS') return 'paid';
  return status === 'FAILED' ? 'failed' : null;
}

function phaseOf(payment: StoredPayment): Phase {
  const end = endOf(payment);
  if (end !== null) return end;
  const { status, send_count } = payment;
  if (status === 'PROCESSING') return 'accepted';
  if (send_count === 0) return 'unsent';
  return send_count === 1 ? 'sent' : 'resent';
}

function wordOf(payment: Pick<StoredPayment, 'amount'>, { report, from }: Heard): Word {
  switch (report.is) {
    case 'success':
      if (report.currency !== null && report.currency !== 'UGX') return 'other-currency';
      return report.amount === null || report.amount === BigInt(payment.amount)
        ? 'paid'
        : 'other-amount';
    case 'failed':
      return from === 'sending' ? 'refused' : 'failed';
    case 'unknown':
      return report.saysPaid ? 'paid-unreadable' : 'no-answer';
    default:
      return report.is;
  }
}

function ageOf(payment: StoredPayment, word: Word, polling: PollOptions): Age {
  const { direction, send_count: sendings } = payment;
  const sendWithinMs = polling.sendWithinMs[direction];
  if (sendings === 0) return payment.ready_ms_ago >= sendWithinMs ? 'over' : 'early';
  if (payment.sent_ms_ago >= polling.giveUpAfterMs) return 'over';
  const notFound = payment.not_found_count + (word === 'not-found' ? 1 : 0);
  const { times, ms } = polling.unknownAfter;
  if (notFound >= times && payment.last_sent_ms_ago >= ms) return 'proven-unknown';
  const maySendAgain = sendings < polling.maxSendings && payment.sent_ms_ago < sendWithinMs;
  return maySendAgain ? 'early' : 'open';
}
