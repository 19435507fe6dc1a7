import type { Database } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';
import type { CallbackRequest } from '../networks/connector.ts';
import { findPayment, type StoredPayment } from '../payments.queries.ts';
import type { Heard } from '../settling/rules.ts';
import type { Settlement } from '../settling/settlement.ts';
import { countSteps, writeSteps, type Step } from '../steps.ts';
import { describeReport, isFinal, isGood, type NetworkCalls } from './network-calls.ts';

/** accepted: processed, if there was anything to do. */
export type CallbackAnswer = 'accepted' | 'not-proven' | 'unreadable';

/**
 * Handles callbacks. A callback triggers a status call, whose answer counts. Only if that answer is
 * not final does the content of an authenticated callback count.
 */
export interface Callbacks {
  receive(network: string, request: CallbackRequest): Promise<CallbackAnswer>;
}

/** Maximum number of callbacks recorded per payment. */
const mostTold = 20;

export function createCallbacks(
  database: Database,
  calls: NetworkCalls,
  settlement: Settlement,
): Callbacks {
  const tell = (payment: StoredPayment, steps: readonly Step[]) =>
    database.within(platformScope, async (db) => {
      if ((await countSteps(db, payment.id, 'callback')) < mostTold) await writeSteps(db, steps);
    });

  return {
    receive: async (network, request) => {
      const connector = calls.connectorOf(network);
      const callback = connector?.readCallback(request);
      if (!connector || !callback) return 'unreadable';
      const payment = await database.within(platformScope, (db) =>
        findPayment(db, callback.paymentId),
      );
      if (payment?.network !== connector.network) return 'unreadable';
      const step: Step = {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind: 'callback',
        title: callback.isGenuine
          ? `${network} called back: ${describeReport(callback.report)}`
          : `A callback that does not prove to come from ${network} was ignored`,
        isGood: callback.isGenuine ? isGood(callback.report) : false,
      };
      if (!callback.isGenuine) {
        await tell(payment, [step]);
        return 'not-proven';
      }
      if (payment.status === 'SUCCESS') {
        await tell(payment, [step]);
        return 'accepted';
      }
      const asked = await calls.ask(connector, payment);
      const steps = [step, asked.step];
      const heard: Heard = isFinal(asked.report)
        ? { report: asked.report, from: 'asking' }
        : { report: callback.report, from: 'callback' };
      if (isFinal(heard.report)) {
        const { company_id: companyId, id: paymentId } = payment;
        await settlement.settle({ companyId, paymentId, heard, steps });
      } else {
        await tell(payment, steps);
      }
      return 'accepted';
    },
  };
}
