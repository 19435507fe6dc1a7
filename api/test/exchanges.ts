import { createSealer } from '../src/security/secrets.ts';
import type {
  CallbackRequest,
  Connector,
  NetworkOrder,
} from '../src/payments/networks/connector.ts';
import { openConnectors } from '../src/payments/networks/connectors.ts';
import type { SendHttp } from '../src/payments/networks/network-http.ts';
import {
  usualAirtelVersions,
  type AirtelSettings,
  type MtnSettings,
} from '../src/payments/networks/settings.ts';

/** What a connector sends and what a network answers, as it goes over the wire. */
export interface RecordedExchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    /** The exact text. */
    readonly body: string | null;
  };
  readonly answer: { readonly status: number; readonly body: unknown };
}

export type Operation =
  | 'request'
  | 'status'
  | 'refund'
  | 'refundStatus'
  | 'holder'
  | 'floats'
  | 'transactions'
  | 'readCallback';

/** One call of a connector: its exchanges in order, and what it makes of them. */
export interface RecordedCase {
  readonly what: string;
  readonly operation: Operation;
  /** Differences from the usual order, settings or callback. */
  readonly order?: object;
  readonly settings?: object;
  readonly callback?: Partial<CallbackRequest>;
  readonly exchanges: readonly RecordedExchange[];
  readonly result: unknown;
}

const product = (name: string) => ({
  subscriptionKey: `${name}-key`,
  userId: `${name}-user`,
  secret: `${name}-secret`,
});
const mtn: MtnSettings = {
  baseUrl: 'https://mtn.example',
  targetEnvironment: 'mtnuganda',
  collection: product('collection'),
  disbursement: product('disbursement'),
};
const airtel: AirtelSettings = {
  baseUrl: 'https://airtel.example',
  clientId: 'client',
  clientSecret: 'client-secret',
  callbackKey: 'callback-key',
  pin: '1234',
  versions: usualAirtelVersions,
  signing: null,
};
const usualOrder = {
  paymentId: '019a0b1c-2d3e-7f40-8a5b-6c7d8e9f0a1b',
  direction: 'collection',
  phoneNumber: '256772123456',
  amount: '500000',
  companyName: 'Kato WiFi',
  reference: 'Order 17',
  description: 'One day of internet',
};
const refundId = '019a0b1c-2d3e-7f40-8a5b-6c7d8e9f0a1c';
const networkReference = 'MP210603.1234.L06941';

const listedRange = {
  from: new Date('2026-11-15T09:00:00Z'),
  to: new Date('2026-11-17T09:00:00Z'),
};

/** Without this, no two runs would send the same text. */
const fixedEncryption = {
  randomBytes: (size: number) => Buffer.alloc(size, size),
  encryptFor: (_key: unknown, text: string) => Buffer.from(`rsa(${text})`).toString('base64'),
};

/** Runs a case against networks that give its answers one after the other. */
export async function replay(
  network: 'MTN' | 'AIRTEL',
  recorded: RecordedCase,
): Promise<{ sent: RecordedExchange['request'][]; result: unknown }> {
  const sent: RecordedExchange['request'][] = [];
  const sendHttp: SendHttp = async (url, { method, headers, body: sentBody = null }) => {
    const answer = recorded.exchanges[sent.length]?.answer;
    sent.push({
      method,
      path: url.replace(/^https:\/\/\w+\.example/, ''),
      headers,
      body: sentBody,
    });
    if (!answer) throw new Error('No answer is recorded for this request');
    const { status, body } = answer;
    return { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
  };
  const connector = openConnectors(
    {
      mtn: network === 'MTN' ? { ...mtn, ...recorded.settings } : null,
      airtel: network === 'AIRTEL' ? { ...airtel, ...recorded.settings } : null,
      isSimulated: false,
      callbackBase: () => 'https://pay.example.com',
      sendHttp,
      encryption: fixedEncryption,
    },
    createSealer(Buffer.alloc(32, 7)),
  )[0];
  if (!connector) throw new Error('No connector');
  const result = await run(connector, recorded);
  const readable = JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { sent, result: JSON.parse(readable) };
}

async function run(connector: Connector, { operation, order, callback }: RecordedCase) {
  const given = { ...usualOrder, ...order };
  const payment = { ...given, amount: BigInt(given.amount) } as NetworkOrder;
  const refund = { refundId, payment, networkReference };
  switch (operation) {
    case 'request':
    case 'status':
      return (await connector[operation](payment)).report;
    case 'refund':
    case 'refundStatus':
      return (await connector[operation](refund)).report;
    case 'holder':
      return connector.holder(payment.phoneNumber);
    case 'floats':
      return connector.floats();
    case 'transactions':
      return connector.transactions?.(listedRange);
    case 'readCallback': {
      const { path = '', headers = {}, text = '' } = callback ?? {};
      return connector.readCallback({ path, headers, text, body: JSON.parse(text) });
    }
  }
}
