import type { NetworkSettings } from './settings.ts';
import type { Sealer } from '../../security/secrets.ts';
import { createAirtelConnector } from './airtel.ts';
import type { ConnectorContext } from './connector-context.ts';
import type { Connector } from './connector.ts';
import { realEncryption } from './encryption.ts';
import { createMtnConnector } from './mtn.ts';
import { sendByUndici } from './network-http.ts';

type ConnectorOptions = NetworkSettings &
  Pick<ConnectorContext, 'isSimulated' | 'callbackBase'> &
  Partial<Pick<ConnectorContext, 'timeoutMs' | 'sendHttp' | 'encryption'>>;

const defaultTimeoutMs = 10_000;

export function openConnectors(options: ConnectorOptions, sealer: Sealer): Connector[] {
  const {
    isSimulated,
    callbackBase,
    timeoutMs = defaultTimeoutMs,
    sendHttp = sendByUndici,
    encryption = realEncryption,
  } = options;
  const context = { sealer, isSimulated, callbackBase, timeoutMs, sendHttp, encryption };
  return [
    ...(options.mtn ? [createMtnConnector(options.mtn, context)] : []),
    ...(options.airtel ? [createAirtelConnector(options.airtel, context)] : []),
  ];
}
