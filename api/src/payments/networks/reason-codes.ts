import type { PaymentDirection } from '@sente/contract/payments';

/** Reasons of failure, the same for all networks. */
const reasons = {
  PAYER_REFUSED: 'The person refused the payment',
  NOT_ENOUGH_FUNDS: 'There is not enough money in the mobile-money wallet',
  EXPIRED: 'The person did not approve in time',
  WRONG_PIN: 'The person entered a wrong PIN',
  PAYER_NOT_FOUND: 'The number has no mobile-money wallet on this network',
  PAYEE_NOT_ALLOWED: 'The wallet cannot receive this payment',
  LIMIT_REACHED: 'The payment is above a limit of the mobile-money wallet',
  AMOUNT_REFUSED: 'The network does not take this amount',
  NETWORK_REFUSED: 'The network did not carry out the payment',
  PROVIDER_REFUSED: 'The network does not accept the keys, the PIN or the settings of the provider',
} as const;

export type ReasonCode = keyof typeof reasons;
/** Reasons that a network reports. */
export const networkReasonCodes = Object.keys(reasons) as ReasonCode[];
/** Reasons that no network reports: it was never reached, or people decided. */
const ownReasons = {
  NOT_SENT: 'The network could not be reached in time',
  REJECTED: 'The payout was rejected',
  WITHDRAWN: 'The payout was withdrawn',
  DECIDED_FAILED: 'Two people decided that it failed',
  AMOUNT_DIFFERS: 'Another amount was paid',
  NO_VOUCHER: 'No voucher was left',
  HELD: 'The payout was held back',
  BRAKE_CANCELLED: 'The payout was cancelled with the payout brake',
} as const;
export const ownReasonCodes = Object.keys(ownReasons) as (keyof typeof ownReasons)[];

/** What a code means, for both directions; an unknown one stays readable. */
export function reasonWords(code: string): string {
  if (code === '') return 'No reason was given';
  const known: Readonly<Record<string, string>> = { ...reasons, ...ownReasons };
  const text = known[code] ?? code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A payout is paid from the provider's wallet at the network. */
const payoutReasons: Partial<Record<ReasonCode, string>> = {
  NOT_ENOUGH_FUNDS: 'The provider does not have enough money at the network for this payout',
};

export function reasonText(code: ReasonCode, direction: PaymentDirection): string {
  return (direction === 'payout' ? payoutReasons[code] : undefined) ?? reasons[code];
}

/** Reasons at MTN, in a status or a callback. */
const mtnReasons: Readonly<Record<string, ReasonCode>> = {
  APPROVAL_REJECTED: 'PAYER_REFUSED',
  NOT_ENOUGH_FUNDS: 'NOT_ENOUGH_FUNDS',
  LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED: 'NOT_ENOUGH_FUNDS',
  EXPIRED: 'EXPIRED',
  // As documented by MTN: not approved within five minutes.
  COULD_NOT_PERFORM_TRANSACTION: 'EXPIRED',
  PAYER_NOT_FOUND: 'PAYER_NOT_FOUND',
  PAYEE_NOT_FOUND: 'PAYER_NOT_FOUND',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'PAYEE_NOT_ALLOWED',
  PAYER_LIMIT_REACHED: 'LIMIT_REACHED',
  PAYEE_LIMIT_REACHED: 'LIMIT_REACHED',
  PAYMENT_NOT_APPROVED: 'PAYER_REFUSED',
  TRANSACTION_CANCELED: 'PAYER_REFUSED',
  NOT_ALLOWED: 'NETWORK_REFUSED',
  INTERNAL_PROCESSING_ERROR: 'NETWORK_REFUSED',
  SERVICE_UNAVAILABLE: 'NETWORK_REFUSED',
  RESOURCE_NOT_FOUND: 'NETWORK_REFUSED',
  RESOURCE_ALREADY_EXIST: 'NETWORK_REFUSED',
  TRANSACTION_NOT_FOUND: 'NETWORK_REFUSED',
  // The provider's own wallet and settings.
  SENDER_ACCOUNT_NOT_ACTIVE: 'PROVIDER_REFUSED',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'PROVIDER_REFUSED',
  INVALID_CALLBACK_URL_HOST: 'PROVIDER_REFUSED',
  INVALID_CURRENCY: 'PROVIDER_REFUSED',
};

/** Codes with which MTN refuses an order, also with HTTP 500. */
export const mtnRefusals: ReadonlySet<string> = new Set([
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'NOT_ENOUGH_FUNDS',
  'PAYER_LIMIT_REACHED',
  'PAYEE_LIMIT_REACHED',
  'NOT_ALLOWED',
  'SENDER_ACCOUNT_NOT_ACTIVE',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

/** Endings of Airtel's failure codes: DP008... for collections, DP009... for disbursements. */
const airtelReasons: Readonly<Record<string, ReasonCode>> = {
  '1002': 'WRONG_PIN',
  '1003': 'LIMIT_REACHED',
  '1004': 'AMOUNT_REFUSED',
  '1007': 'NOT_ENOUGH_FUNDS',
  '1013': 'NETWORK_REFUSED',
  '1024': 'EXPIRED',
  '1026': 'PROVIDER_REFUSED',
  '1029': 'EXPIRED',
};
const airtelCollectionReasons: Readonly<Record<string, ReasonCode>> = {
  ...airtelReasons,
  // The PIN was not entered.
  '1005': 'EXPIRED',
  '1008': 'PAYER_REFUSED',
  '1009': 'NETWORK_REFUSED',
  '1010': 'PAYER_NOT_FOUND',
};
const airtelPayoutReasons: Readonly<Record<string, ReasonCode>> = {
  ...airtelReasons,
  '1005': 'NETWORK_REFUSED',
  '1009': 'PAYER_NOT_FOUND',
  '1010': 'PAYEE_NOT_ALLOWED',
  '1012': 'PAYER_NOT_FOUND',
};

export function mtnReason(code: string): ReasonCode {
  return mtnReasons[code] ?? 'NETWORK_REFUSED';
}

/** Null for a code that is not known to mean failure. */
export function airtelReason(code: string): ReasonCode | null {
  const [, product, end = ''] = /^DP00([89])\d{4}(\d{4})$/.exec(code) ?? [];
  if (!product) return null;
  return (product === '9' ? airtelPayoutReasons : airtelCollectionReasons)[end] ?? null;
}
