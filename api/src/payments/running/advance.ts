import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { engineScope } from '../../db/scope.ts';
import type { Connector } from '../networks/connector.ts';
import { noteSending, writeProgress, type Progress } from '../payments.queries.ts';
import { nextDelayMs, type PollOptions } from '../settling/poll-schedule.ts';
import { decide, type Heard } from '../settling/rules.ts';
import type { Settlement } from '../settling/settlement.ts';
import { writeSteps, type Step } from '../steps.ts';
import { holdUnknown } from './holds.ts';
import { putBack, type ClaimedPayment } from './claims.queries.ts';
import type { CallResult, NetworkCalls } from './network-calls.ts';

export interface AdvanceParts {
  readonly database: Database;
  readonly calls: NetworkCalls;
  readonly settlement: Settlement;
}

/** Takes the next step for a claimed payment and stores the result. */
export type Advance = (payment: ClaimedPayment) => Promise<void>;

const maxPerCall = 128;

export function createAdvance(parts: AdvanceParts, polling: PollOptions): Advance {
  const { calls, settlement, database } = parts;
  const record = createRecord(database);
  const postpone = createPostpone(database, polling);

  const hold = (payment: ClaimedPayment): Promise<boolean> =>
    database.within(engineScope, (db) => holdUnknown(db, payment));

  const follow = async (payment: ClaimedPayment, heard: Heard, steps: readonly Step[]) => {
    const action = decide(payment, heard, polling);
    if (action === 'not-sent' && (await hold(payment))) return;
    if (action !== 'wait' && action !== 'send') {
      const { company_id: companyId, id: paymentId } = payment;
      await settlement.settle({ companyId, paymentId, heard, steps });
      return;
    }
    const progress = {
      paymentId: payment.id,
      isNowWithNetwork: heard.report.is === 'pending' && payment.status === 'PENDING',
      isNotFound: heard.report.is === 'not-found',
      nextInMs: nextDelayMs(polling, payment.sent_ms_ago),
    };
    await record({ progress, steps });
  };

  /** Without a call: it is too old, the breaker is open, or this server has no connector or no keys for it. */
  const goWithoutCall = async (payment: ClaimedPayment): Promise<void> => {
    const isWaiting = mayWait(payment);
    if (isWaiting || payment.is_first) await postpone(payment);
    if (!isWaiting) await follow(asBefore(payment), silence, []);
  };
  const mayWait = (payment: ClaimedPayment): boolean =>
    decide(asBefore(payment), silence, polling) === 'wait';

  /** Null if the payment ended in the meantime, or while sendings are paused or payouts stopped. */
  const sendAgain = async (
    connector: Connector,
    payment: ClaimedPayment,
  ): Promise<CallResult | null> => {
    const permit = await calls.admit(payment, 'send');
    if (!permit) return null;
    const isOpen = await database
      .within(engineScope, (db) => noteSending(db, payment))
      .catch(async (error: unknown) => {
        await permit.giveBack();
        throw error;
      });
    // The id is the same, so a first order that was only delayed is still one payment.
    if (isOpen) return calls.send(connector, payment, permit);
    // Others wait for the probe that it would have been.
    await permit.giveBack();
    return null;
  };

  return async (payment) => {
    const connector = calls.connectorOf(payment.network, payment.direction);
    // A payer who has left the shop is not prompted hours later, after servers that were away.
    if (payment.is_first && !mayWait(payment)) return goWithoutCall(payment);
    const permit = connector && (await calls.admit(payment, payment.is_first ? 'send' : 'ask'));
    if (!connector || !permit) return goWithoutCall(payment);
    if (payment.is_first) {
      const sent = await calls.send(connector, payment, permit);
      return follow(payment, { report: sent.report, from: 'sending' }, [sent.step]);
    }
    const asked = await calls.ask(connector, payment, permit);
    const heard: Heard = { report: asked.report, from: 'asking' };
    if (decide(payment, heard, polling) !== 'send') return follow(payment, heard, [asked.step]);
    const sent = await sendAgain(connector, payment);
    if (!sent) return follow(payment, heard, [asked.step]);
    const resent = {
      ...payment,
      send_count: payment.send_count + 1,
      not_found_count: 0,
      last_sent_ms_ago: 0,
    };
    return follow(resent, { report: sent.report, from: 'sending' }, [asked.step, sent.step]);
  };
}

const silence: Heard = { report: { is: 'unknown', why: 'no call' }, from: 'silence' };

/** Claiming counted a sending, which does not take place now. */
function asBefore(payment: ClaimedPayment): ClaimedPayment {
  return payment.is_first ? { ...payment, send_count: 0 } : payment;
}

/** Calls that end at the same moment are stored together. */
function createRecord(database: Database) {
  return coalesce<{ progress: Progress; steps: readonly Step[] }, null>({
    send: (items) =>
      database.within(engineScope, async (db) => {
        const progress = items.map((item) => item.progress);
        const steps = items.flatMap((item) => item.steps);
        await writeProgress(db, progress);
        await writeSteps(db, steps);
        return items.map(() => null);
      }),
    max: maxPerCall,
  });
}

/** An old payment is tried again within a minute, so that an outage makes no more work than usual. */
const longestDelayMs = 60_000;

function createPostpone(database: Database, polling: PollOptions) {
  const delayMsOf = (payment: ClaimedPayment): number =>
    Math.min(longestDelayMs, nextDelayMs(polling, payment.is_first ? 0 : payment.sent_ms_ago));
  return coalesce<ClaimedPayment, null>({
    send: (payments) =>
      database.within(engineScope, async (db) => {
        await putBack(db, payments, delayMsOf);
        return payments.map(() => null);
      }),
    max: maxPerCall,
  });
}
