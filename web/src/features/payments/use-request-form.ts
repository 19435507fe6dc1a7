import type { Account } from '@sente/contract/accounts';
import type { Transaction } from '@sente/contract/transactions';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { ApiError, isUnanswered } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { newId } from '../../lib/new-id.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { accountQueries } from '../accounts/account-queries.ts';
import { availableOf } from '../accounts/held-money.tsx';
import type { RequestKind } from './quick-action.ts';
import { costProblem, useFeeRule } from './request-cost.ts';
import { useRequestTransaction } from './request-queries.ts';
import {
  type RequestBody,
  requestFields,
  requestResolver,
  type RequestValues,
  tooDear,
} from './request-values.ts';

/** What was asked for, and what the server has made of it. */
export interface FiledRequest {
  readonly values: RequestValues;
  readonly account: Account | undefined;
  readonly transaction: Transaction;
}

export interface RequestFormOptions {
  companyId: string;
  kind: RequestKind;
  accounts: readonly Account[];
  /** What to begin with, after a try that came to nothing. */
  typedBefore: RequestValues | undefined;
  setIsBusy: (isBusy: boolean) => void;
  onFiled: (filed: FiledRequest) => void;
}

/** What the last try came to. */
export interface Trouble {
  readonly text: string | null;
  /** Nobody here knows whether it was filed. */
  readonly isOpen: boolean;
  readonly isReused: boolean;
}

export function useRequestForm(options: RequestFormOptions) {
  const { companyId, kind, accounts, typedBefore, setIsBusy, onFiled } = options;
  const client = useQueryClient();
  const { mutateAsync } = useRequestTransaction(companyId);
  const rule = useFeeRule(companyId, kind);
  // One for as long as this form is open: however often it is sent, it is one request.
  const [key] = useState(newId);
  const isSending = useRef(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const accountOf = (id: string) => accounts.find((account) => account.id === id);
  const form = useForm<RequestValues, unknown, RequestBody>({
    resolver: requestResolver(kind, key, ({ accountId, amount }) => {
      const account = accountOf(accountId);
      return costProblem(amount, { kind, rule, available: account && availableOf(account) });
    }),
    // Not on leaving a field: an error that appears under the pointer moves the button away.
    mode: 'onSubmit',
    defaultValues: typedBefore ?? emptyValues(accounts),
  });
  useUnsavedWarning(form.formState.isDirty);
  const { setFocus } = form;
  const [first] = useState(accounts.length === 1 ? ('amount' as const) : ('accountId' as const));
  // The accounts may have come after the dialog, which then had nothing to focus.
  useEffect(() => setFocus(first), [setFocus, first]);

  async function file(body: RequestBody): Promise<void> {
    setIsBusy(true);
    setTrouble(null);
    try {
      const transaction = await mutateAsync(body);
      onFiled({ values: form.getValues(), account: accountOf(body.accountId), transaction });
    } catch (cause) {
      const error = withField(cause);
      setTrouble({
        text: requestFailureText(error, requestFields),
        isOpen: isUnanswered(error),
        isReused: wasFiledBefore(error),
      });
      pointAtFields(form, error, requestFields);
    } finally {
      setIsBusy(false);
    }
  }

  /** Money may have come in meanwhile: the next try has to know. */
  function refuse({ amount }: FieldErrors<RequestValues>): void {
    if (amount?.type !== tooDear) return;
    void client.invalidateQueries({ queryKey: accountQueries.ofCompany(companyId).queryKey });
  }

  /** A second click may be quicker than the next render, which turns the button off. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      await form.handleSubmit(file, refuse)(event);
    } finally {
      isSending.current = false;
    }
  }
  return { form, rule, trouble, submit };
}

function emptyValues(accounts: readonly Account[]): RequestValues {
  const only = accounts.length === 1 ? accounts[0] : undefined;
  return { accountId: only?.id ?? '', amount: '', phoneNumber: '', network: '', note: '' };
}

type FieldName = (typeof requestFields)[number];

/** Refusals that are about one field although the answer names none. */
const fieldOfCode: Partial<Record<string, FieldName>> = {
  insufficient_funds: 'amount',
  account_inactive: 'accountId',
  network_unavailable: 'network',
};

/** The same error with the field that it is about. */
function withField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code === undefined) return error;
  const field = fieldOfCode[error.code];
  if (!field || error.fields[field] !== undefined) return error;
  const { kind, status, code, errors, detail, hasServerText, message } = error;
  const fields = { ...error.fields, [field]: message };
  return new ApiError({ kind, status, code, errors, detail, hasServerText, message, fields });
}

/** The first try came through, and then something was changed in the form. */
function wasFiledBefore(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_reused';
}

/** For the foot of the form; null where the fields tell it all. */
function requestFailureText(error: unknown, shownFields: readonly FieldName[]): string | null {
  if (error instanceof ApiError && shownFields.some((name) => error.fields[name] !== undefined)) {
    return null;
  }
  return errorText(error, 'The request could not be filed');
}
