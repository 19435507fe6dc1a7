import { formatUgx, maxHundredths } from '@sente/contract/money';
import { networkWord } from '@sente/contract/payments';
import { toUgx } from '../../db/amounts.ts';
import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { isAboutContent } from '../../db/retrying.ts';
import { engineScope } from '../../db/scope.ts';
import type {
  CallbackRequest,
  Connector,
  NetworkCallback,
  NetworkReport,
} from '../networks/connector.ts';
import { keepNotice, type NewNotice } from '../notices/notices.queries.ts';
import {
  findPayments,
  writeProgress,
  type NetworkPayment,
  type Progress,
} from '../payments.queries.ts';
import { isNews, type Heard } from '../settling/rules.ts';
import type { Settlement } from '../settling/settlement.ts';
import { countSteps, writeSteps, type Step } from '../steps.ts';
import {
  describeReport,
  isFinal,
  isGood,
  saysPaid,
  type CallResult,
  type NetworkCalls,
} from './network-calls.ts';
import { createSpaced, type SpacedOptions } from './spaced.ts';

/** accepted: processed, if there was anything to do. not-kept: the network is to repeat it. */
export type CallbackAnswer = 'accepted' | 'not-proven' | 'unreadable' | 'not-kept';

/**
 * Handles callbacks. A callback triggers a status call, whose answer counts. Only if that answer is
 * not final does the content of an authenticated callback count.
 */
export interface Callbacks {
  receive(network: string, request: CallbackRequest): Promise<CallbackAnswer>;
}

const defaultSpacing: SpacedOptions = { stepMs: 2_000, longestMs: 10_000 };

/** Maximum number of callbacks recorded per payment. */
const mostTold = 20;

export function createCallbacks(
  database: Database,
  calls: NetworkCalls,
  settlement: Settlement,
  spacing: SpacedOptions = defaultSpacing,
): Callbacks {
  const find = createFind(database);
  const tell = createTell(database);
  const spaced = createSpaced<CallResult>(spacing);

  /** Networks repeat callbacks, and each would cost a call beside the lanes and the breaker. */
  const ask = (connector: Connector, payment: NetworkPayment): Promise<CallResult> =>
    spaced(payment.id, () => calls.ask(connector, payment));

  const follow = async (
    connector: Connector,
    payment: NetworkPayment,
    told: { readonly report: NetworkReport; readonly step: Step },
  ): Promise<void> => {
    const byCallback: Heard = { report: told.report, from: 'callback' };
    // Most callbacks about what was paid only repeat it.
    if (payment.status === 'SUCCESS' && agrees(payment, byCallback)) {
      await tell({ steps: [told.step] });
      return;
    }
    const asked = await ask(connector, payment);
    const steps = [told.step, asked.step];
    const heard = clearer({ report: asked.report, from: 'asking' }, byCallback);
    if (isFinal(heard.report) && isNews(payment, heard)) {
      const { company_id: companyId, id: paymentId } = payment;
      await settlement.settle({ companyId, paymentId, heard, steps });
      return;
    }
    await tell({
      steps,
      // Whatever it says of a payment: the network has it.
      progress: {
        paymentId: payment.id,
        isNowWithNetwork: true,
        isNotFound: false,
        nextInMs: null,
      },
    });
  };

  return {
    receive: async (network, request) => {
      const connector = calls.connectorOf(network);
      if (!connector) return 'unreadable';
      const callback = connector.readCallback(request);
      const payment = callback?.paymentId ? await find(callback.paymentId) : undefined;
      if (!callback || payment?.network !== connector.network) {
        const isKept = await database.within(engineScope, (db) =>
          keepNotice(db, noticeOf(connector.network, callback, request)),
        );
        if (!callback?.isGenuine) return 'unreadable';
        // What is kept for staff the network need not repeat.
        return isKept ? 'accepted' : 'not-kept';
      }
      const step: Step = {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind: 'callback',
        title: callback.isGenuine
          ? `${networkWord(network)} called back: ${describeReport(callback.report, payment.direction)}`
          : `A callback that does not prove to come from ${networkWord(network)} was ignored`,
        isGood: callback.isGenuine ? isGood(callback.report) : false,
      };
      if (!callback.isGenuine) {
        await tell({ steps: [step] });
        return 'not-proven';
      }
      await follow(connector, payment, { report: callback.report, step });
      return 'accepted';
    },
  };
}

/** Nothing follows for what was paid, and there is nothing to look into. */
function agrees(payment: NetworkPayment, heard: Heard): boolean {
  const isClear = heard.report.is !== 'unknown' || saysPaid(heard.report);
  return isClear && !isNews(payment, heard);
}

/** An answer counts more than a callback, unless only the callback is final, or only it names the amount. */
function clearer(asked: Heard, told: Heard): Heard {
  if (!isFinal(asked.report)) return told;
  const isUnreadable = asked.report.is === 'unknown';
  return isUnreadable && told.report.is === 'success' ? told : asked;
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

interface Told {
  /** At least one, of one payment. */
  readonly steps: readonly Step[];
  readonly progress?: Progress;
}

/** Writes what became known of one payment, and the steps unless it was called back too often. */
function createTell(database: Database) {
  return coalesce<Told, null>({
    send: (told) =>
      database.within(engineScope, async (db) => {
        const progress = told.flatMap((one) => one.progress ?? []);
        if (progress.length > 0) await writeProgress(db, progress);
        const ids = told.flatMap(({ steps }) => steps[0]?.paymentId ?? []);
        const counts = await countSteps(db, ids, 'callback');
        const isFew = ({ paymentId }: Step): boolean => (counts.get(paymentId) ?? 0) < mostTold;
        await writeSteps(db, told.flatMap(({ steps }) => steps).filter(isFew));
        return told.map(() => null);
      }),
    // Those of one payment are counted one after the other.
    keyOf: ({ steps }) => steps[0]?.paymentId ?? '',
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
    saysPaid: callback !== null && saysPaid(callback.report),
  };
}

function saidIn({ report, direction }: NetworkCallback): string {
  if (report.is !== 'success') return describeReport(report, direction);
  const paid = direction === 'payout' ? 'paid out' : 'paid';
  if (report.amount === null) return paid;
  const amount = toUgx(String(report.amount));
  return `${paid} ${isUgx(report) ? formatUgx(amount) : `${report.currency} ${amount}`}`;
}

function ugxIn(report: NetworkReport): bigint | null {
  if (report.is !== 'success' || report.amount === null || !isUgx(report)) return null;
  return report.amount > 0n && report.amount <= maxHundredths ? report.amount : null;
}

function isUgx({ currency }: { readonly currency: string | null }): boolean {
  return currency === null || currency === 'UGX';
}
