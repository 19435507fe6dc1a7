import type { Account } from '@sente/contract/accounts';
import type { InternetProduct } from '@sente/contract/internet-products';
import type { PayoutApproval } from '@sente/contract/approval-kinds';
import type { NetworkName } from '@sente/contract/payments';
import { type ExpectedApproval, payoutRules } from '@sente/contract/payout-rules';
import { transactions, type Transaction } from '@sente/contract/transactions';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, isUnanswered } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { movesMoney, useChange } from '../../api/change.ts';
import { errorText } from '../../api/error-text.ts';
import { keys } from '../../api/keys.ts';
import { readOne } from '../../api/read.ts';
import { newId } from '../../lib/new-id.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { likelyAccount, rememberAccount } from './active-accounts.tsx';
import { isPayout, type RequestKind } from './quick-action.ts';
import { useRepeatDoubt } from './repeat-question.tsx';
import { requestProblems, useKnown } from './request-cost.ts';
import {
  requestResolver,
  tooDear,
  type RequestBody,
  type RequestValues,
} from './request-values.ts';
import { useNetworkDoubt } from './use-network-doubt.ts';

/** The request and its transaction. */
export interface FiledRequest {
  readonly values: RequestValues;
  readonly account: Account | undefined;
  readonly transaction: Transaction;
  /** Whose approval a payout needs. */
  readonly approval: PayoutApproval | null;
  /** A payout, and those of the company are stopped. */
  readonly isBraked: boolean;
}

export interface RequestFormOptions {
  companyId: string;
  kind: RequestKind;
  accounts: readonly Account[];
  /** What can be sold; empty for other requests. */
  products: readonly InternetProduct[];
  /** Initial values, after a failed attempt. */
  typedBefore: RequestValues | undefined;
  /** Initial values that are known from the start, such as a recipient. */
  startsWith?: Partial<RequestValues> | undefined;
  setIsBusy: (isBusy: boolean) => void;
  /** A payout is shown once more before it is sent. */
  isReviewing: boolean;
  setIsReviewing: (isReviewing: boolean) => void;
  onFiled: (filed: FiledRequest) => void;
}

/** The result of the last attempt. */
export interface Trouble {
  readonly text: string | null;
  /** It is unknown whether it was filed. */
  readonly isOpen: boolean;
  readonly isReused: boolean;
  /** The number that it is about, as typed; null: all that was typed. */
  readonly ofNumber: string | null;
}

type RequestForm = UseFormReturn<RequestValues, unknown, RequestBody>;

export function useRequestForm(options: RequestFormOptions) {
  const { companyId, kind, accounts, products, typedBefore } = options;
  const { isReviewing, setIsReviewing, setIsBusy, onFiled } = options;
  const client = useQueryClient();
  const { mutateAsync } = useRequestTransaction(companyId);
  const known = useKnown(companyId, kind);
  // One key while this form is open: however often it is sent, it is one request.
  const [key] = useState(newId);
  const [initial] = useState(() => typedBefore ?? startOf(options));
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [expected, setExpected] = useState<ExpectedApproval | null>(null);
  const network = useNetworkDoubt();
  const repeated = useRepeatDoubt(isPayout(kind));
  const resolve = requestResolver(kind, key, requestProblems(known, accounts));
  const { form, submit } = useContractForm<RequestValues, RequestBody>({
    schema: (values, ...rest) =>
      resolve({ ...values, amount: amountOf(values, products) }, ...rest),
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    values: initial,
    submit: async (body) => {
      if (network.isAskedAbout(body)) return;
      const request = { ...body, ...network.answerTo(body), ...repeated.answerTo(body) };
      setIsBusy(true);
      setTrouble(null);
      try {
        if (isPayout(kind) && !isReviewing) {
          setExpected(await reviewPayout(companyId, request));
          setIsReviewing(true);
          return;
        }
        const { data: transaction, meta } = await mutateAsync(request);
        const account = accounts.find(({ id }) => id === body.accountId);
        const { approval = null, isBraked = false } = meta ?? {};
        rememberAccount(kind, request.accountId);
        onFiled({ values: form.getValues(), account, transaction, approval, isBraked });
      } catch (error) {
        network.hear(error, body);
        repeated.hear(error, body);
        // At once, because a field that is wrong gets the focus.
        flushSync(() => setIsReviewing(false));
        throw withField(error);
      } finally {
        setIsBusy(false);
      }
    },
    failed: (error) => {
      // The price or the stock may be another one by now.
      if (kind === 'sell-voucher') {
        void client.invalidateQueries({ queryKey: keys.internetProducts.lists });
      }
      setTrouble(troubleOf(error, form.getValues()));
      return undefined;
    },
    // Money may have come in since, so the retry needs the current balance.
    invalid: ({ amount }) => {
      if (amount?.type !== tooDear) return;
      void client.invalidateQueries({ queryKey: keys.accounts.ofCompany(companyId) });
    },
  });
  useFirstField(form, initial.accountId ? 'amount' : 'accountId');
  return {
    form,
    known,
    trouble,
    expected,
    question: questionOf(network, form, submit),
    repeat: repeated.questionOf(submit),
    submit,
  };
}

function startOf({ kind, accounts, startsWith }: RequestFormOptions): RequestValues {
  const wanted = accounts.find(({ id }) => id === startsWith?.accountId);
  const accountId = (wanted ?? likelyAccount(kind, accounts))?.id ?? '';
  return { ...emptyValues, ...startsWith, accountId };
}

/** The accounts may have loaded after the dialog, and the one that was used last is chosen already. */
function useFirstField({ setFocus }: RequestForm, first: 'amount' | 'accountId'): void {
  useEffect(() => setFocus(first), [setFocus, first]);
}

/** What the answers to the question about the network do. */
function questionOf(
  network: ReturnType<typeof useNetworkDoubt>,
  form: RequestForm,
  submit: () => Promise<unknown>,
) {
  return {
    doubt: network.doubt,
    onUse: (name: NetworkName) => {
      form.setValue('network', name);
      network.close();
      void submit();
    },
    onConfirm: () => {
      network.confirm(form.getValues());
      void submit();
    },
    onClose: network.close,
  };
}

/** Null if nobody can say now. Throws what sending would be refused with. */
async function reviewPayout(
  companyId: string,
  { accountId, amount, phoneNumber, network, isNetworkConfirmed, isRepeatConfirmed }: RequestBody,
): Promise<ExpectedApproval | null> {
  const body = {
    accountId,
    amount,
    phoneNumber,
    network,
    ...(isNetworkConfirmed && { isNetworkConfirmed }),
    ...(isRepeatConfirmed && { isRepeatConfirmed }),
  };
  try {
    return (await call(payoutRules.expect, { params: { id: companyId }, body })).data;
  } catch (error) {
    const isRefused =
      error instanceof ApiError &&
      !isUnanswered(error) &&
      (error.status < 500 || error.code === 'network_unavailable');
    if (isRefused) throw error;
    return null;
  }
}

function useRequestTransaction(companyId: string) {
  return useChange({
    send: (body: RequestBody) =>
      call(transactions.request, { params: { companyId }, body, read: readOne }),
    ...movesMoney,
  });
}

/** The price of the chosen product, or what was typed. */
export function amountOf(
  { productCode, amount }: Pick<RequestValues, 'productCode' | 'amount'>,
  products: readonly InternetProduct[],
): string {
  const product = products.find((one) => one.productCode === productCode);
  return product ? String(product.amount) : amount;
}

const emptyValues: RequestValues = {
  accountId: '',
  amount: '',
  phoneNumber: '',
  network: '',
  note: '',
  productCode: '',
};

/** Refusals that concern one field although the answer names none. */
const fieldOfCode: Partial<Record<string, keyof RequestValues>> = {
  insufficient_funds: 'amount',
  account_inactive: 'accountId',
  account_frozen: 'accountId',
  network_unavailable: 'network',
  out_of_stock: 'productCode',
};

function withField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code === undefined) return error;
  const field = fieldOfCode[error.code];
  if (!field || error.fields[field] !== undefined) return error;
  const { kind, status, code, errors, detail, hasServerText, message } = error;
  const fields = { ...error.fields, [field]: message };
  return new ApiError({ kind, status, code, errors, detail, hasServerText, message, fields });
}

/** The first attempt succeeded, and the form was changed afterwards. */
function wasFiledBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

function troubleOf(error: unknown, { phoneNumber }: RequestValues): Trouble {
  return {
    text: requestFailureText(error),
    isOpen: isUnanswered(error),
    isReused: wasFiledBefore(error),
    ofNumber: isOfNumber(error) ? phoneNumber : null,
  };
}

/** The number may have paid already, which says nothing of another one. */
function isOfNumber(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'being_checked';
}

/** For the bottom of the form; null if a field shows it. */
function requestFailureText(error: unknown): string | null {
  const fields = error instanceof ApiError ? error.fields : {};
  const isShown = Object.keys(emptyValues).some((name) => fields[name] !== undefined);
  return isShown ? null : errorText(error, 'The request could not be filed');
}
