import type { LinkState } from '@sente/contract/payment-links';
import { networkWords } from '@sente/contract/payments';
import { AppError } from '../http/app-error.ts';
import type { AttemptRow } from './checkout-state.ts';
import type { Visit } from './checkouts.service.ts';

/* What payers read. They are not told about the company what only it may know: limits, fees, a suspension. */

export interface Words {
  readonly title: string;
  readonly text: string;
}

const ended: Record<Exclude<LinkState, 'active'>, Words> = {
  ended: {
    title: 'This payment link has ended',
    text: 'Nothing can be paid with it any more. Ask the company for a new one.',
  },
  expired: {
    title: 'This payment link has expired',
    text: 'Nothing can be paid with it any more. Ask the company for a new one.',
  },
  paid: {
    title: 'This has been paid',
    text: 'The link was for one payment, which has been made. Nothing more is due.',
  },
};

/** Why nothing can be paid now; null if something can. */
export function obstacle({ link, isTaken }: Visit): Words | null {
  if (link.state !== 'active') return ended[link.state];
  if (link.is_stopped) {
    return {
      title: 'Payments are not taken at the moment',
      text: 'The company cannot be paid here now. Try again later, or ask the company.',
    };
  }
  if (!link.is_sold || (link.product_code !== null && link.stock === 0)) {
    return { title: 'Sold out', text: 'Nothing of this is left at the moment. Ask the company.' };
  }
  if (isTaken) {
    return {
      title: 'Somebody is paying this right now',
      text: 'The link is for one payment. If that one does not go through, you can pay here. Load the page again in a few minutes.',
    };
  }
  return null;
}

/** A refused attempt: what stands beside its field, or above the form. */
export interface Problem {
  readonly field: 'phoneNumber' | 'network' | 'amount' | null;
  readonly text: string;
}

const fields = ['phoneNumber', 'network', 'amount'] as const;

/** All that is wrong; nothing for what is no refusal. */
export function problemsOf(error: AppError): readonly Problem[] {
  if (error.code === 'validation_failed') {
    return fields.flatMap((field) => {
      const text = error.fields[field];
      return text === undefined ? [] : [{ field, text: fieldText(field, text) }];
    });
  }
  const problem = problemOf(error);
  return problem ? [problem] : [];
}

function problemOf(error: AppError): Problem | null {
  const field = fields.find((name) => error.fields[name] !== undefined) ?? null;
  switch (error.code) {
    case 'limit_exceeded':
      return field === 'phoneNumber'
        ? {
            field,
            text: 'This number cannot pay here again today. Use another one, or try tomorrow.',
          }
        : {
            field: 'amount',
            text: 'This amount is more than can be paid here now. Ask the company.',
          };
    case 'number_blocked':
      return { field: 'phoneNumber', text: 'This number cannot be used here. Use another one.' };
    case 'out_of_stock':
      return {
        field: null,
        text: 'Sold out: the last one has just been bought. Nothing was charged.',
      };
    case 'network_unavailable':
      return {
        field: 'network',
        text: 'This network does not answer at the moment. Nothing was charged. Try again in a minute.',
      };
    case 'too_many_requests':
      return { field: null, text: `Too many attempts. Nothing was charged. ${waitText(error)}` };
    case 'company_suspended':
    case 'account_frozen':
    case 'account_inactive':
      return { field: null, text: 'The company cannot be paid here now. Nothing was charged.' };
    case 'refused':
      return { field: null, text: `${error.message}. Nothing was charged.` };
    default:
      return null;
  }
}

function fieldText(field: (typeof fields)[number], text: string): string {
  if (field === 'network') return 'Choose the network of this number';
  // The fee is between the company and its provider.
  return text.startsWith('Must be more than the fee')
    ? 'This amount is too small to be paid here'
    : text;
}

function waitText({ retryAfterSeconds = 60 }: AppError): string {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return retryAfterSeconds < 90 ? 'Try again in a minute.' : `Try again in ${minutes} minutes.`;
}

const failures: Readonly<Record<string, string>> = {
  PAYER_REFUSED: 'The payment was refused on the phone.',
  NOT_ENOUGH_FUNDS: 'There was not enough money in the mobile-money wallet.',
  EXPIRED: 'The payment was not approved on the phone in time.',
  WRONG_PIN: 'A wrong PIN was entered on the phone.',
  PAYER_NOT_FOUND:
    'The number has no mobile-money wallet on this network. Check number and network.',
  LIMIT_REACHED: 'The payment is above a limit of the mobile-money wallet.',
  AMOUNT_REFUSED: 'The network does not take this amount.',
  NOT_SENT: 'The network could not be reached in time.',
};

/** Why an attempt failed, to the person who made it. */
export function failureText({ reason_code: code, network }: AttemptRow): string {
  return failures[code ?? ''] ?? `${networkWord(network)} did not carry out the payment.`;
}

export function networkWord(network: string): string {
  const known: Partial<Record<string, string>> = networkWords;
  return known[network] ?? network;
}
