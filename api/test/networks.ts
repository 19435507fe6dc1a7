import { networkNames, paymentDirections, type NetworkName } from '@sente/contract/payments';
import type { Connector, NetworkCall } from '../src/payments/networks/connector.ts';

/** Unreachable networks, for tests of what happens before a call. */
export const silentConnectors: readonly Connector[] = networkNames.map(silentNetwork);

export function silentNetwork(network: NetworkName): Connector {
  return {
    network,
    directions: paymentDirections,
    isSimulated: true,
    request: () => Promise.resolve(nothing),
    status: () => Promise.resolve(nothing),
    refund: () => Promise.resolve(nothing),
    refundStatus: () => Promise.resolve(nothing),
    holder: () => Promise.resolve({ is: 'unknown', why: 'there is no network in this test' }),
    floats: () => Promise.resolve([]),
    readCallback: () => null,
  };
}

const nothing: NetworkCall = {
  report: { is: 'unknown', why: 'there is no network in this test' },
  exchange: { request: '', answer: null, durationMs: 0, didAnswer: false },
};
