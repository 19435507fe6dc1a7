import type { BodyInputOf } from '@sente/contract/endpoint';
import { transactionRequestBody, type transactions } from '@sente/contract/transactions';
import type { FieldErrors, Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { phoneProblem } from '../../lib/typed-phone.ts';
import type { RequestKind } from './quick-action.ts';
import type { requestProblems } from './request-cost.ts';

export type RequestBody = BodyInputOf<typeof transactions.request>;

/** The typed texts, before they are parsed into a request. */
export interface RequestValues {
  accountId: string;
  amount: string;
  phoneNumber: string;
  network: string;
  note: string;
  productCode: string;
}

export const maxNoteLength = 200;

/** The error type of an amount above the available balance, as far as known here. */
export const tooDear = 'too-dear';

/** The contract's rules; a missing account has its own message. */
export function requestResolver(
  kind: RequestKind,
  idempotencyKey: string,
  problems: ReturnType<typeof requestProblems>,
): Resolver<RequestValues, unknown, RequestBody> {
  return (values) => {
    const { accountId, amount, phoneNumber, network, note, productCode } = values;
    const body = {
      kind,
      accountId,
      amount: amountToCheck(amount),
      phoneNumber,
      network,
      note,
      ...(kind === 'sell-voucher' && { productCode }),
      idempotencyKey,
    };
    const result = z.safeParse(transactionRequestBody, body);
    const wrongPhone = phoneProblem(phoneNumber);
    const tooMuch = problems.ofAmount(amount);
    if (result.success && wrongPhone === undefined && tooMuch === undefined) {
      const message = problems.ofCost(result.data);
      return message === undefined
        ? { values: result.data, errors: {} }
        : { values: {}, errors: { amount: { type: tooDear, message } } };
    }
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of result.error?.issues ?? []) {
      errors[String(path[0])] ??= { type: 'custom', message };
    }
    if (wrongPhone !== undefined) {
      errors['phoneNumber'] = { type: 'custom', message: wrongPhone };
      // The network follows from the number once that is right.
      delete errors['network'];
    }
    if (tooMuch !== undefined) errors['amount'] = { type: 'custom', message: tooMuch };
    if (accountId === '') {
      errors['accountId'] = { type: 'custom', message: 'Please select an account' };
    }
    return { values: {}, errors: errors as FieldErrors<RequestValues> };
  };
}
