import type { NetworkName, PaymentDirection } from '@sente/contract/payments';

/** An order to a network. Networks treat repeated orders with the same id as one payment. */
export interface NetworkOrder {
  /** The id at the network: X-Reference-Id at MTN, the short id at Airtel. */
  readonly paymentId: string;
  readonly direction: PaymentDirection;
  /** Digits only, starting with 256. */
  readonly phoneNumber: string;
  /** Hundredths of UGX. */
  readonly amount: bigint;
  /** Shown to the person with what the payment is for. */
  readonly companyName: string;
  readonly reference: string | null;
  readonly description: string | null;
}

/** What the network reports about a payment. */
export type NetworkReport =
  /** The network has the order and prompts the person. */
  | { readonly is: 'pending' }
  | {
      readonly is: 'success';
      /** Hundredths; null if the network does not report it. */
      readonly amount: bigint | null;
      /** Such as UGX; null if the network does not report it, or only ever pays in UGX. */
      readonly currency: string | null;
      readonly networkReference: string | null;
    }
  | {
      readonly is: 'failed';
      /** The same for all networks, such as PAYER_REFUSED; see `reason-codes.ts`. */
      readonly reasonCode: string;
      /** For people. */
      readonly reason: string;
    }
  /** The id is unknown: the order never arrived. */
  | { readonly is: 'not-found' }
  /** No usable answer: the payment may or may not have happened. Never treated as a failure. */
  | {
      readonly is: 'unknown';
      readonly why: string;
      /** It was paid, but how much is not clear. */
      readonly saysPaid?: true;
    };

/** A call for display, without tokens and keys. */
export interface Exchange {
  readonly request: string;
  readonly answer: string | null;
  readonly durationMs: number;
  /**
   * False for no response or a technical error of the network. The circuit breaker counts these.
   */
  readonly didAnswer: boolean;
}

export interface NetworkCall {
  readonly report: NetworkReport;
  readonly exchange: Exchange;
}

/** A callback of a network. */
export interface NetworkCallback {
  /** Null if the id is not one of ours. */
  readonly paymentId: string | null;
  /** The id as the network writes it. */
  readonly reference: string;
  /** Null if the message does not say it. */
  readonly direction: PaymentDirection | null;
  readonly report: NetworkReport;
  /** Whether it is authenticated. Others are ignored. */
  readonly isGenuine: boolean;
}

export interface CallbackRequest {
  /** The rest of the path after /callbacks/<network>/; may be empty. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** The body as it arrived, before it was parsed. */
  readonly text: string;
}

/** The money of a collection that goes back to the payer, always in full. */
export interface NetworkRefund {
  /** The id of the refund. MTN treats repeated requests with the same id as one refund. */
  readonly refundId: string;
  readonly payment: NetworkOrder;
  /** The network's own id of the payment, which it has only after it was paid. */
  readonly networkReference: string;
}

/** What the network reports about the holder of a number. */
export type HolderReport =
  | {
      readonly is: 'registered';
      /** Null if the network does not tell it. */
      readonly name: string | null;
      /** The wallet exists, but the network has stopped it. */
      readonly isBarred: boolean;
    }
  | { readonly is: 'not-registered' }
  | {
      readonly is: 'unknown';
      readonly why: string;
      /** It was paid, but how much is not clear. */
      readonly saysPaid?: true;
    };

/** The provider's own money at a network. */
export interface NetworkFloat {
  /** A network has one wallet for both directions, or one for each. */
  readonly product: FloatProduct;
  /** Hundredths of UGX; null if the network does not tell it. */
  readonly amount: bigint | null;
}
export type FloatProduct = 'collection' | 'disbursement' | 'wallet';

/** A payment as the network lists it, in its own words. */
export interface ListedTransaction {
  /** The network's id; null if it has none. */
  readonly reference: string | null;
  /** The id with which it was ordered. */
  readonly orderId: string | null;
  /** Such as MERCHPAY. */
  readonly service: string;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  /** Numbers as the network writes them. */
  readonly payer: string;
  readonly payee: string;
  /** Milliseconds; null if it cannot be read. */
  readonly atMs: number | null;
}

export interface ListedRange {
  readonly from: Date;
  readonly to: Date;
}

export interface Connector {
  readonly network: NetworkName;
  /** The directions for which it has keys. */
  readonly directions: readonly PaymentDirection[];
  /** True for the built-in simulator. */
  readonly isSimulated: boolean;
  /** Never throws for anything the network does: every outcome is a report. */
  request(order: NetworkOrder): Promise<NetworkCall>;
  status(order: NetworkOrder): Promise<NetworkCall>;
  refund(refund: NetworkRefund): Promise<NetworkCall>;
  refundStatus(refund: NetworkRefund): Promise<NetworkCall>;
  holder(phoneNumber: string): Promise<HolderReport>;
  floats(): Promise<NetworkFloat[]>;
  /** Everything on the provider's wallet, if the network offers such a call. */
  transactions?(range: ListedRange): Promise<ListedTransaction[] | { readonly why: string }>;
  /** Null if it cannot be parsed. */
  readCallback(request: CallbackRequest): NetworkCallback | null;
}
