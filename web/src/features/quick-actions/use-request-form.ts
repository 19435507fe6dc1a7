import type { Account } from '@sente/contract/accounts';
import type { Transaction } from '@sente/contract/transactions';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { isUnanswered } from '../../api/api-error.ts';
import { pointAtFields } from '../../api/point-at-fields.ts';
import { newId } from '../../lib/new-id.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { accountQueries } from '../accounts/account-queries.ts';
import { availableOf } from '../accounts/held-money.tsx';
import type { RequestKind } from './quick-action.ts';
import { costProblem, useFeeRule } from './request-cost.ts';
import { requestFailureText, wasFiledBefore, withField } from './request-failure.ts';
import { useRequestTransaction } from './request-queries.ts';
import {
  requestFields,
  requestResolver,
  tooDear,
  type RequestBody,
  type RequestValues,
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
