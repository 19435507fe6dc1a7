import type { NetworkName, PaymentDirection } from '@sente/contract/payments';

/** What is asked of a network. The same payment asked twice is one payment there too. */
export interface NetworkOrder {
  /** The network knows the payment by this id: X-Reference-Id at MTN, in its short form at Airtel. */
  readonly paymentId: string;
  readonly direction: PaymentDirection;
  /** Digits only, beginning with 256. */
  readonly phoneNumber: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  readonly reference: string | null;
  readonly description: string | null;
}

/** What the network says of a payment, or that it says nothing. */
export type NetworkReport =
  /** It has the order and asks the person. */
  | { readonly is: 'pending' }
  | {
      readonly is: 'success';
      /** Hundredths of UGX; null: this network does not tell. */
      readonly amount: bigint | null;
      readonly networkReference: string | null;
    }
  | {
      readonly is: 'failed';
      /** Stable over networks, such as PAYER_REFUSED; see `reason-codes.ts`. */
      readonly reasonCode: string;
      /** For people. */
      readonly reason: string;
    }
  /** It knows nothing of this id: the order never arrived. */
  | { readonly is: 'not-found' }
  /** No answer, or none that tells: it may have happened or not. Never a failure. */
  | { readonly is: 'unknown'; readonly why: string };

/** One call, as people may see it: no tokens, no keys. */
export interface Exchange {
  readonly request: string;
  readonly answer: string | null;
  readonly durationMs: number;
  /** False: nobody answered, or with an error of the network's own. The circuit breaker counts these. */
  readonly didAnswer: boolean;
}

export interface NetworkCall {
  readonly report: NetworkReport;
  readonly exchange: Exchange;
}

/** What a network sent by itself. */
export interface NetworkCallback {
  readonly paymentId: string;
  readonly report: NetworkReport;
  /** Whether it proves that it comes from the network. One that does not changes nothing. */
  readonly isGenuine: boolean;
}

export interface CallbackRequest {
  /** What follows /callbacks/<network>/ in the address; empty when nothing does. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface Connector {
  readonly network: NetworkName;
  /** It talks to the simulator that comes with the program. */
  readonly isSimulated: boolean;
  /** Never throws for what the network does: everything is a word. */
  request(order: NetworkOrder): Promise<NetworkCall>;
  status(order: NetworkOrder): Promise<NetworkCall>;
  /** Null: it cannot be read, or names no payment. */
  readCallback(request: CallbackRequest): NetworkCallback | null;
}
