import { networkNames } from '@sente/contract/payments';
import type { Logger } from 'pino';
import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { engineScope } from '../../db/scope.ts';
import type { Connector } from '../networks/connector.ts';
import { nextLateMs } from '../settling/poll-schedule.ts';
import type { Settlement } from '../settling/settlement.ts';
import { writeSteps, type Step } from '../steps.ts';
import {
  claimLate,
  takeUpHour,
  writeAnswers,
  type LateAnswer,
  type LateQuestion,
} from './late-questions.queries.ts';
import { saysPaid, type CallResult, type NetworkCalls } from './network-calls.ts';

/**
 * Asks the networks again about payments that have failed. A network may carry out what it denied or did
 * not know; its callback may be lost, and its statement comes days later.
 */
export interface LateQuestions {
  /** Asks what is due, within the bounds of a turn. */
  ask(signal?: AbortSignal): Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly calls: NetworkCalls;
  readonly settlement: Settlement;
  readonly connectors: readonly Connector[];
  readonly logger: Logger;
}

/** For each network: little beside the calls for payments that people wait for. */
const mostPerTurn = 200;
const atOnce = 4;
/** No call begins after it, so that a turn ends before the next one begins. */
const turnMs = 40_000;
const hoursPerTurn = 24;

export function createLateQuestions(parts: Parts): LateQuestions {
  const { database, connectors, logger } = parts;
  const askOne = createAskOne(parts);

  const askNetwork = async (network: string, isOver: () => boolean): Promise<void> => {
    let left = mostPerTurn;
    while (left > 0 && !isOver()) {
      const most = left;
      const claimed = await database.within(engineScope, (db) => claimLate(db, network, most));
      if (claimed.length === 0) return;
      left -= claimed.length;
      const waiting = claimed.values();
      const work = async (): Promise<void> => {
        for (const question of waiting) {
          if (isOver()) return;
          // It is due again later.
          await askOne(question).catch((error: unknown) =>
            logger.error({ err: error, paymentId: question.id }, 'a late question failed'),
          );
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    }
  };
  const takeUpHours = async (): Promise<void> => {
    for (let hours = 0; hours < hoursPerTurn; hours++) {
      const isTaken = await database.within(engineScope, (db) => takeUpHour(db, networkNames));
      if (!isTaken) return;
    }
  };

  return {
    async ask(signal) {
      const endsAt = performance.now() + turnMs;
      const isOver = (): boolean => signal?.aborted === true || performance.now() >= endsAt;
      await takeUpHours();
      await Promise.all(connectors.map(({ network }) => askNetwork(network, isOver)));
    },
  };
}

function createAskOne({ database, calls, settlement }: Parts) {
  /** Answers that come at the same moment are stored together. */
  const write = coalesce<{ answer: LateAnswer; news: readonly Step[] }, null>({
    send: (items) =>
      database.within(engineScope, async (db) => {
        await writeAnswers(
          db,
          items.map(({ answer }) => answer),
        );
        await writeSteps(
          db,
          items.flatMap(({ news }) => news),
        );
        return items.map(() => null);
      }),
    max: mostPerTurn,
  });
  /** In the trace only if it is news: not each time the same. */
  const note = async (question: LateQuestion, { report, step }: CallResult): Promise<void> => {
    const isPending = report.is === 'pending';
    const nextMs = nextLateMs(question.failed_ms_ago);
    await write({
      answer: { paymentId: question.id, isPending, nextMs },
      news: isPending === question.is_pending ? [] : [step],
    });
  };

  return async (question: LateQuestion): Promise<void> => {
    const connector = calls.connectorOf(question.network, question.direction);
    const permit = connector && (await calls.admit(question, 'ask'));
    if (!connector || !permit) return;
    const asked = await calls.ask(connector, question, permit);
    if (saysPaid(asked.report)) {
      // As after a callback: two people decide, and their review ends the questions.
      await settlement.settle({
        companyId: question.company_id,
        paymentId: question.id,
        heard: { report: asked.report, from: 'asking' },
        steps: [asked.step],
      });
      return;
    }
    switch (asked.report.is) {
      case 'success':
      case 'unknown':
        return;
      case 'pending':
      case 'failed':
      case 'not-found':
        await note(question, asked);
    }
  };
}
