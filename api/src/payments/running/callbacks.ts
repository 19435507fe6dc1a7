import { formatUgx, maxHundredths } from '@sente/contract/money';
import { toUgx } from '../../db/amounts.ts';
import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { isAboutContent } from '../../db/retrying.ts';
import { engineScope } from '../../db/scope.ts';
import type { CallbackRequest, NetworkCallback, NetworkReport } from '../networks/connector.ts';
import { keepNotice, type NewNotice } from '../notices/notices.queries.ts';
import { findPayments, type NetworkPayment } from '../payments.queries.ts';
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
  const find = createFind(database);
  const tell = createTell(database);

  return {
    receive: async (network, request) => {
      const connector = calls.connectorOf(network);
      if (!connector) return 'unreadable';
      const callback = connector.readCallback(request);
      const payment = callback?.paymentId ? await find(callback.paymentId) : undefined;
      if (!callback || payment?.network !== connector.network) {
        await database.within(engineScope, (db) =>
          keepNotice(db, noticeOf(connector.network, callback, request)),
        );
        // Kept for staff, so the network need not repeat it.
        return callback?.isGenuine ? 'accepted' : 'unreadable';
      }
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
        await tell([step]);
        return 'not-proven';
      }
      if (payment.status === 'SUCCESS') {
        await tell([step]);
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
        await tell(steps);
      }
      return 'accepted';
    },
  };
}

/** Networks call back hundreds of times a second; callbacks that arrive together share a database call. */
const maxPerCall = 128;

function createFind(database: Database) {
  return coalesce<string, NetworkPayment | undefined>({
    send: (ids) =>
      database.within(engineScope, async (db) => {
        const rows = await findPayments(db, ids);
        const found = new Map(rows.map((row) => [row.id, row]));
        return ids.map((id) => found.get(id));
      }),
    max: maxPerCall,
  });
}

/** Writes the steps of one payment, unless it was called back too often. */
function createTell(database: Database) {
  return coalesce<readonly Step[], null>({
    send: (told) =>
      database.within(engineScope, async (db) => {
        const ids = told.flatMap((steps) => steps[0]?.paymentId ?? []);
        const counts = await countSteps(db, ids, 'callback');
        const isFew = ({ paymentId }: Step): boolean => (counts.get(paymentId) ?? 0) < mostTold;
        await writeSteps(db, told.flat().filter(isFew));
        return told.map(() => null);
      }),
    // Those of one payment are counted one after the other.
    keyOf: (steps) => steps[0]?.paymentId ?? '',
    max: maxPerCall,
    mayBeOnesFault: isAboutContent,
  });
}

/** What the network said about a payment that does not exist here. */
function noticeOf(
  network: string,
  callback: NetworkCallback | null,
  { text }: CallbackRequest,
): NewNotice {
  return {
    network,
    reference: callback?.reference ?? '',
    networkReference: callback?.report.is === 'success' ? callback.report.networkReference : null,
    said: callback ? saidIn(callback) : 'a message that cannot be read',
    isProven: callback?.isGenuine ?? false,
    content: text,
    amount: callback ? ugxIn(callback.report) : null,
    direction: callback?.direction ?? null,
    saysPaid: callback ? saysPaid(callback.report) : false,
  };
}

function saidIn({ report, direction }: NetworkCallback): string {
  if (report.is !== 'success') return describeReport(report);
  const paid = direction === 'payout' ? 'paid out' : 'paid';
  if (report.amount === null) return paid;
  const amount = toUgx(String(report.amount));
  return `${paid} ${isUgx(report) ? formatUgx(amount) : `${report.currency} ${amount}`}`;
}

function saysPaid(report: NetworkReport): boolean {
  return report.is === 'success' || (report.is === 'unknown' && report.saysPaid === true);
}

function ugxIn(report: NetworkReport): bigint | null {
  if (report.is !== 'success' || report.amount === null || !isUgx(report)) return null;
  return report.amount > 0n && report.amount <= maxHundredths ? report.amount : null;
}

function isUgx({ currency }: { readonly currency: string | null }): boolean {
  return currency === null || currency === 'UGX';
}
