import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { Breaker } from '../networks/breaker.ts';
import type { Connector, NetworkCall, NetworkOrder, NetworkReport } from '../networks/connector.ts';
import type { StoredPayment } from '../payments.queries.ts';
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
  mayCall(network: NetworkName): Promise<boolean>;
  send(connector: Connector, payment: StoredPayment): Promise<CallResult>;
  ask(connector: Connector, payment: StoredPayment): Promise<CallResult>;
}

export function createNetworkCalls(
  connectors: readonly Connector[],
  breaker: Breaker,
): NetworkCalls {
  const byNetwork = new Map<string, Connector>(connectors.map((one) => [one.network, one]));
  const result = async (
    { network }: Connector,
    payment: StoredPayment,
    kind: 'sent' | 'asked',
    call: NetworkCall,
  ): Promise<CallResult> => {
    await breaker.note(network, call.exchange.didAnswer);
    return {
      report: call.report,
      step: {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind,
        title: `${kind === 'sent' ? 'Sent to' : 'Asked'} ${network}: ${describeReport(call.report)}`,
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
    mayCall: (network) => breaker.mayCall(network),
    send: async (connector, payment) =>
      result(connector, payment, 'sent', await connector.request(orderOf(payment))),
    ask: async (connector, payment) =>
      result(connector, payment, 'asked', await connector.status(orderOf(payment))),
  };
}

function orderOf(payment: StoredPayment): NetworkOrder {
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
  return report.is === 'success' || report.is === 'failed';
}

export function describeReport(report: NetworkReport): string {
  switch (report.is) {
    case 'pending':
      return 'it waits for the person';
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
