import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';
import { nextDelayMs, type AskingOptions } from './asking.ts';
import type { Connector } from './networks/connector.ts';
import { putBack, writeProgress, type ClaimedPayment, type Progress } from './payments.queries.ts';
import type { Settlement } from './settlement.ts';
import { writeSteps, type Step } from './steps.ts';
import type { Heard, Talk } from './talk.ts';
import { isFinal, type LastWord } from './verdict.ts';

export interface CarryOnParts {
  readonly database: Database;
  readonly talk: Talk;
  readonly settlement: Settlement;
}

/** Does the next thing for a payment that was taken up, and writes down what came of it. */
export type CarryOn = (payment: ClaimedPayment) => Promise<void>;

const maxPerCall = 128;

export function createCarryOn(parts: CarryOnParts, asking: AskingOptions): CarryOn {
  const { talk, settlement } = parts;
  const record = createRecord(parts.database);
  const later = createLater(parts.database, asking.delaysMs[0] ?? 0);
  const conclude = (payment: ClaimedPayment, word: LastWord, steps: readonly Step[]) =>
    settlement.settle({ companyId: payment.company_id, paymentId: payment.id, word, steps });
  /** Nobody was asked to pay yet, and by now nobody expects it any more. */
  const isTooLateToSend = ({ direction, created_ms_ago }: ClaimedPayment): boolean =>
    created_ms_ago >
    (direction === 'collection' ? asking.unsentExpiresAfterMs : asking.giveUpAfterMs);

  /** Without a call: the network is not asked at the moment, or not by this server. */
  const waitForNetwork = async (payment: ClaimedPayment): Promise<void> => {
    if (payment.is_first && isTooLateToSend(payment)) {
      await conclude(payment, { is: 'not-sent' }, []);
    } else if (!payment.is_first && payment.sent_ms_ago >= asking.giveUpAfterMs) {
      await conclude(payment, { is: 'unanswered' }, []);
    } else {
      await later(payment);
    }
  };

  const call = async (connector: Connector, payment: ClaimedPayment): Promise<Heard[]> => {
    if (payment.is_first) return [await talk.send(connector, payment)];
    const asked = await talk.ask(connector, payment);
    const isUnsent = payment.status === 'PENDING' && asked.word.is === 'not-found';
    if (!isUnsent || isTooLateToSend(payment)) return [asked];
    // The same id: should the first one have been on its way all the time, it is still one.
    return [asked, await talk.send(connector, payment)];
  };

  return async (payment) => {
    const connector = talk.connectorOf(payment.network);
    if (!connector || !(await talk.mayCall(connector.network))) return waitForNetwork(payment);
    const heard = await call(connector, payment);
    const steps = heard.map(({ step }) => step);
    const word = heard.at(-1)?.word ?? { is: 'unknown', why: 'nobody was asked' };
    if (isFinal(word)) {
      await conclude(payment, word, steps);
    } else if (word.is === 'not-found' && isTooLateToSend(payment)) {
      await conclude(payment, { is: 'not-sent' }, steps);
    } else {
      const nextInMs = nextDelayMs(asking, payment.ask_count, payment.sent_ms_ago);
      if (nextInMs === null) await conclude(payment, { is: 'unanswered' }, steps);
      else {
        const isWithNetwork = word.is === 'pending';
        await record({ progress: { paymentId: payment.id, isWithNetwork, nextInMs }, steps });
      }
    }
  };
}

/** Those that end their calls at the same moment are written down together. */
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

function createLater(database: Database, delayMs: number) {
  return coalesce<ClaimedPayment, null>({
    send: (payments) =>
      database.within(platformScope, async (db) => {
        await putBack(db, payments, delayMs);
        return payments.map(() => null);
      }),
    max: maxPerCall,
  });
}
