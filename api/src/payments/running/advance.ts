import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import type { Connector } from '../networks/connector.ts';
import { putBack, writeProgress, type ClaimedPayment, type Progress } from '../payments.queries.ts';
import type { Settlement } from '../settling/settlement.ts';
import { isFinal, type FinalReport } from '../settling/verdict.ts';
import { writeSteps, type Step } from '../steps.ts';
import type { CallResult, NetworkCalls } from './network-calls.ts';
import { nextDelayMs, type PollOptions } from './poll-schedule.ts';

export interface AdvanceParts {
  readonly database: Database;
  readonly calls: NetworkCalls;
  readonly settlement: Settlement;
}

/** Takes the next step for a claimed payment and stores the result. */
export type Advance = (payment: ClaimedPayment) => Promise<void>;

const maxPerCall = 128;

export function createAdvance(parts: AdvanceParts, polling: PollOptions): Advance {
  const { calls, settlement } = parts;
  const record = createRecord(parts.database);
  const postpone = createPostpone(parts.database, polling.delaysMs[0] ?? 0);
  const conclude = (payment: ClaimedPayment, report: FinalReport, steps: readonly Step[]) =>
    settlement.settle({ companyId: payment.company_id, paymentId: payment.id, report, steps });
  /** The order was not sent and has expired. */
  const isTooLateToSend = ({ direction, created_ms_ago }: ClaimedPayment): boolean =>
    created_ms_ago >
    (direction === 'collection' ? polling.unsentExpiresAfterMs : polling.giveUpAfterMs);

  /** Without a call: the breaker is open, or this server has no connector. */
  const waitForNetwork = async (payment: ClaimedPayment): Promise<void> => {
    if (payment.is_first && isTooLateToSend(payment)) {
      await conclude(payment, { is: 'not-sent' }, []);
    } else if (!payment.is_first && payment.sent_ms_ago >= polling.giveUpAfterMs) {
      await conclude(payment, { is: 'unanswered' }, []);
    } else {
      await postpone(payment);
    }
  };

  const call = async (connector: Connector, payment: ClaimedPayment): Promise<CallResult[]> => {
    if (payment.is_first) return [await calls.send(connector, payment)];
    const asked = await calls.ask(connector, payment);
    const isUnsent = payment.status === 'PENDING' && asked.report.is === 'not-found';
    if (!isUnsent || isTooLateToSend(payment)) return [asked];
    // The id is the same, so a first order that was only delayed is still one payment.
    return [asked, await calls.send(connector, payment)];
  };

  return async (payment) => {
    const connector = calls.connectorOf(payment.network);
    if (!connector || !(await calls.mayCall(connector.network))) return waitForNetwork(payment);
    const results = await call(connector, payment);
    const steps = results.map(({ step }) => step);
    const report = results.at(-1)?.report ?? { is: 'unknown', why: 'nobody was asked' };
    if (isFinal(report)) {
      await conclude(payment, report, steps);
    } else if (report.is === 'not-found' && isTooLateToSend(payment)) {
      await conclude(payment, { is: 'not-sent' }, steps);
    } else {
      const nextInMs = nextDelayMs(polling, payment.ask_count, payment.sent_ms_ago);
      if (nextInMs === null) await conclude(payment, { is: 'unanswered' }, steps);
      else {
        const isWithNetwork = report.is === 'pending';
        await record({ progress: { paymentId: payment.id, isWithNetwork, nextInMs }, steps });
      }
    }
  };
}

/** Calls that end at the same moment are stored together. */
function createRecord(database: Database) {
  return coalesce<{ progress: Progress; steps: readonly Step[] }, null>({
    send: (items) =>
      database.within(platformScope, async (db) => {
        const progress = items.map((item) => item.progress);
        const steps = items.flatMap((item) => item.steps);
        await writeProgress(db, progress);
        await writeSteps(db, steps);
        return items.map(() => null);
      }),
    max: maxPerCall,
  });
}

function createPostpone(database: Database, delayMs: number) {
  return coalesce<ClaimedPayment, null>({
    send: (payments) =>
      database.within(platformScope, async (db) => {
        await putBack(db, payments, delayMs);
        return payments.map(() => null);
      }),
    max: maxPerCall,
  });
}
