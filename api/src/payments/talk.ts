import type { NetworkName } from '@sente/contract/payments';
import type { Breaker } from './networks/breaker.ts';
import type { Connector, NetworkCall, NetworkOrder, NetworkWord } from './networks/connector.ts';
import type { StoredPayment } from './payments.queries.ts';
import type { Step } from './steps.ts';

/** What was heard, and how that is told. */
export interface Heard {
  readonly word: NetworkWord;
  readonly step: Step;
}

/** Calls to the networks, each of them told to the breaker and as a step of the payment. */
export interface Talk {
  connectorOf(network: string): Connector | undefined;
  mayCall(network: NetworkName): Promise<boolean>;
  send(connector: Connector, payment: StoredPayment): Promise<Heard>;
  ask(connector: Connector, payment: StoredPayment): Promise<Heard>;
}

export function createTalk(connectors: readonly Connector[], breaker: Breaker): Talk {
  const byNetwork = new Map<string, Connector>(connectors.map((one) => [one.network, one]));
  const heard = async (
    { network }: Connector,
    payment: StoredPayment,
    kind: 'sent' | 'asked',
    call: NetworkCall,
  ): Promise<Heard> => {
    await breaker.note(network, call.exchange.didAnswer);
    return {
      word: call.word,
      step: {
        companyId: payment.company_id,
        paymentId: payment.id,
        kind,
        title: `${kind === 'sent' ? 'Sent to' : 'Asked'} ${network}: ${wordText(call.word)}`,
        isGood: isGood(call.word),
        exchange: call.exchange,
      },
    };
  };
  return {
    connectorOf: (network) => byNetwork.get(network),
    mayCall: (network) => breaker.mayCall(network),
    send: async (connector, payment) =>
      heard(connector, payment, 'sent', await connector.request(orderOf(payment))),
    ask: async (connector, payment) =>
      heard(connector, payment, 'asked', await connector.status(orderOf(payment))),
  };
}

function orderOf(payment: StoredPayment): NetworkOrder {
  return {
    paymentId: payment.id,
    direction: payment.direction,
    phoneNumber: payment.phone_number,
    amount: BigInt(payment.amount),
    reference: payment.reference,
    description: payment.description,
  };
}

export function wordText(word: NetworkWord): string {
  switch (word.is) {
    case 'pending':
      return 'it waits for the person';
    case 'success':
      return 'paid';
    case 'failed':
      return `failed, ${word.reason}`;
    case 'not-found':
      return 'it does not know this payment';
    case 'unknown':
      return `no clear answer, ${word.why}`;
  }
}

export function isGood(word: NetworkWord): boolean | null {
  if (word.is === 'pending') return null;
  return word.is === 'success';
}
