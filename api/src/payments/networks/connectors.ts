import type { NetworkSettings } from './settings.ts';
import type { Sealer } from '../../security/secrets.ts';
import { createAirtelConnector } from './airtel.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { Connector } from './connector.ts';
import { createMtnConnector } from './mtn.ts';

type ConnectorOptions = NetworkSettings &
  Pick<ConnectorContext, 'isSimulated' | 'callbackBase'> &
  Partial<Pick<ConnectorContext, 'timeoutMs' | 'fetch'>>;

const defaultTimeoutMs = 10_000;

export function openConnectors(options: ConnectorOptions, sealer: Sealer): Connector[] {
  const {
    isSimulated,
    callbackBase,
    timeoutMs = defaultTimeoutMs,
    fetch = globalThis.fetch,
  } = options;
  const context = { sealer, isSimulated, callbackBase, timeoutMs, fetch };
  return [
    ...(options.mtn ? [createMtnConnector(options.mtn, context)] : []),
    ...(options.airtel ? [createAirtelConnector(options.airtel, context)] : []),
  ];
}
