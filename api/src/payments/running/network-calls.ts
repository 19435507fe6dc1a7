import { networkWord, type PaymentDirection } from '@sente/contract/payments';
import type { Breaker, Permit } from '../networks/breaker.ts';
import type { BreakerCall } from '../networks/breaker.queries.ts';
import type { Connector, NetworkCall, NetworkOrder, NetworkReport } from '../networks/connector.ts';
import type { NetworkPayment } from '../payments.queries.ts';
import type { Step } from '../steps.ts';

/** The report of a call and its step. */
export interface CallResult {
  readonly report: NetworkReport;
  readonly step: Step;
}

/** Calls the networks, informs the breaker, and describes each call as a step. */
export interface NetworkCalls {
  /** Undefined if this server cannot call the network, or not for this direction. */
  connectorOf(network: string, direction?: PaymentDirection): Connector | undefined;
  /** Null while such calls to the network are paused. */
  admit(payment: NetworkPayment, kind: BreakerCall['kind']): Promise<Permit | null>;
  send(connector: Connector, payment: NetworkPayment, permit: Permit): Promise<CallResult>;
  /** Without a permit after a callback, which shows that the network works. */
  ask(connector: Connector, payment: NetworkPayment, permit?: Permit): Promise<CallResult>;
}

export function createNetworkCalls(
  connectors: readonly Connector[],
  breaker: Breaker,
): NetworkCalls {
  const byNetwork = new Map<string, Connector>(connectors.map((one) => [one.network, one]));
  const result = async (
    { network }: Connector,
    payment: NetworkPayment,
    kind: 'sent' | 'asked',
    { call, permit }: { call: NetworkCall; permit: Permit },
  ): Promise<CallResult> => {
    await permit.note(call.exchange.didAnswer);
    return {
      report: call.report,
      step: {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind,
        title: `${kind === 'sent' ? 'Sent to' : 'Asked'} ${networkWord(network)}: ${describeReport(call.report, payment.direction)}`,
        isGood: isGood(call.report),
        exchange: call.exchange,
      },
    };
  };
  return {
    connectorOf: (network, direction) => {
      const connector = byNetwork.get(network);
      return direction && !connector?.directions.includes(direction) ? undefined : connector;
    },
    admit: (payment, kind) => breaker.admit(breakerCallOf(payment, kind)),
    send: async (connector, payment, permit) => {
      const call = await connector.request(orderOf(payment));
      return result(connector, payment, 'sent', { call, permit });
    },
    ask: async (connector, payment, permit = breaker.always(breakerCallOf(payment, 'ask'))) => {
      const call = await connector.status(orderOf(payment));
      return result(connector, payment, 'asked', { call, permit });
    },
  };
}

function breakerCallOf(payment: NetworkPayment, kind: BreakerCall['kind']): BreakerCall {
  const { network, direction: operation, company_id: companyId } = payment;
  return { network, operation, kind, companyId };
}

function orderOf(payment: NetworkPayment): NetworkOrder {
  return {
    paymentId: payment.id,
    direction: payment.direction,
    phoneNumber: payment.phone_number,
    amount: BigInt(payment.amount),
    companyName: payment.company_name,
    reference: payment.reference,
    description: payment.description,
  };
}

/** Reports after which a network normally reports nothing more. */
export function isFinal(report: NetworkReport): boolean {
  return report.is === 'success' || report.is === 'failed' || saysPaid(report);
}

/** Also if how much cannot be read. */
export function saysPaid(report: NetworkReport): boolean {
  return report.is === 'success' || (report.is === 'unknown' && report.saysPaid === true);
}

/** A payout has nobody who approves it on a phone: the network has to confirm it. */
export function describeReport(report: NetworkReport, direction: PaymentDirection | null): string {
  switch (report.is) {
    case 'pending':
      return direction === 'payout' ? 'it has not confirmed it yet' : 'it waits for the person';
    case 'success':
      return 'paid';
    case 'failed':
      return `failed, ${report.reason}`;
    case 'not-found':
      return 'it does not know this payment';
    case 'unknown':
      return `no clear answer, ${report.why}`;
  }
}

export function isGood(report: NetworkReport): boolean | null {
  if (report.is === 'pending') return null;
  return report.is === 'success';
}
