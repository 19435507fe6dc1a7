import type { NetworkHealth } from '@sente/contract/networks';
import type { PaymentDirection } from '@sente/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { queryState } from '../../api/query-state.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { networkQueries } from '../networks/network-queries.ts';
import { accountOptions } from './active-accounts.tsx';
import { guessNetwork } from './network-guess.ts';
import { NetworkQuestion } from './network-question.tsx';
import { PayoutReview } from './payout-review.tsx';
import { requestTexts } from './quick-action.ts';
import { costHint, payoutCost, spendableText } from './request-cost.ts';
import { maxNoteLength, type RequestBody, type RequestValues } from './request-values.ts';
import { type RequestFormOptions, type Trouble, useRequestForm } from './use-request-form.ts';

interface RequestFormProps extends RequestFormOptions {
  formId: string;
  isBusy: boolean;
}

export function RequestForm({ formId, isBusy, ...options }: RequestFormProps) {
  const { kind, accounts, typedBefore, isReviewing } = options;
  const texts = requestTexts[kind];
  const { form, rule, trouble, expected, question, submit } = useRequestForm(options);
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as RequestValues;
  const account = accounts.find(({ id }) => id === values.accountId);
  const available = account && availableOf(account);
  const circumstances = { kind, rule, available };
  // In page order: the first wrong field gets the focus.
  const accountInput = form.register('accountId');
  const amountInput = form.register('amount');
  const { phoneInput, networkInput } = useNumberAndNetwork(form, Boolean(typedBefore));
  const noteInput = form.register('note');
  return (
    <form
      id={formId}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-5"
      aria-label={texts.title}
    >
      {isReviewing ? (
        <PayoutReview
          companyId={options.companyId}
          values={values}
          account={account}
          cost={payoutCost(values.amount, circumstances)}
          expected={expected}
        />
      ) : null}
      {/* Hidden and not removed, so that Back finds everything as it was typed. */}
      <div hidden={isReviewing} className="flex flex-col gap-5 [[hidden]]:hidden">
        <SelectField
          label={texts.accountLabel}
          required
          placeholder="Select an account..."
          options={accountOptions(accounts)}
          {...accountInput}
          error={errors.accountId?.message}
          // The options of a select are truncated on a phone; the hint has the full text.
          hint={
            available === undefined
              ? undefined
              : `${account?.accountNumber}: ${spendableText(circumstances, available)}`
          }
        />
        <MoneyField
          label="Amount"
          required
          readOnly={isBusy}
          {...amountInput}
          error={errors.amount?.message}
          hint={costHint(values.amount, circumstances)}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={texts.phoneLabel}
            required
            type="tel"
            autoComplete={kind === 'withdraw' ? 'tel' : 'off'}
            readOnly={isBusy}
            {...phoneInput}
            error={errors.phoneNumber?.message}
            hint="+256 772 123456"
          />
          <NetworkField
            {...networkInput}
            chosen={values.network}
            direction={kind === 'add-money' ? 'collection' : 'payout'}
            error={errors.network?.message}
          />
        </div>
        {kind === 'add-money' ? null : (
          <WalletHolder
            className="-mt-3"
            companyId={options.companyId}
            phoneNumber={values.phoneNumber}
            network={values.network}
          />
        )}
        {kind === 'add-money' ? null : (
          <TextAreaField
            label="Note"
            rows={2}
            counter
            maxLength={maxNoteLength}
            readOnly={isBusy}
            {...noteInput}
            error={errors.note?.message}
            hint="Optional. Shown with the transaction."
          />
        )}
      </div>
      <RequestTrouble trouble={trouble} />
      <NetworkQuestion {...question} />
    </form>
  );
}

/** The network follows the number until the user chooses one. */
function useNumberAndNetwork(
  form: UseFormReturn<RequestValues, unknown, RequestBody>,
  wasChosen: boolean,
) {
  const [isChosen, setIsChosen] = useState(wasChosen);
  const phoneInput = form.register('phoneNumber', {
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (isChosen) return;
      // A guess for another number does not apply to this one.
      form.setValue('network', guessNetwork(target.value) ?? '', {
        shouldValidate: form.formState.isSubmitted,
      });
    },
  });
  const networkInput = form.register('network', {
    onChange: ({ target }: { target: HTMLSelectElement }) => setIsChosen(target.value !== ''),
  });
  return { phoneInput, networkInput };
}

interface NetworkFieldProps extends Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'options' | 'placeholder' | 'hint'
> {
  /** The chosen network. */
  chosen: string;
  direction: PaymentDirection;
}

/** The networks of the server, and the state of the chosen one. */
function NetworkField({ chosen, direction, ...select }: NetworkFieldProps) {
  const { data, failure, isLoading } = queryState(useQuery(networkQueries.health()));
  const networks = data ?? [];
  const network = networks.find((one) => one.network === chosen);
  return (
    <SelectField
      {...select}
      label="Network"
      required
      placeholder={isLoading ? 'Loading networks...' : 'Select a network...'}
      options={optionsOf(networks, chosen, direction)}
      hint={
        network
          ? hintOf(network, direction)
          : emptyHint(Boolean(failure), data?.length === 0, failure?.onRetry)
      }
    />
  );
}

/** The guess by prefix may be made before the list has loaded. */
function optionsOf(
  networks: readonly NetworkHealth[],
  chosen: string,
  direction: PaymentDirection,
) {
  const options = networks.map(({ network, displayName, status, directions }) => ({
    value: network,
    label: directions.includes(direction)
      ? `${displayName}${status === 'down' ? ' (down)' : ''}`
      : `${displayName} (no ${direction}s)`,
  }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}

function hintOf(
  { displayName, directions, status, retryAt, isSimulated }: NetworkHealth,
  direction: PaymentDirection,
): ReactNode {
  if (!directions.includes(direction)) {
    return `${displayName} is not connected for ${direction}s, so they are refused.`;
  }
  if (status === 'down') {
    const until = retryAt ? ` It is tried again at ${formatShortTime(retryAt)}.` : '';
    return `${displayName} does not answer at the moment, and new payments are refused.${until}`;
  }
  if (status === 'degraded') return `${displayName} answers, but not always. It may take longer.`;
  return isSimulated ? `${displayName} is simulated here: no real money moves.` : undefined;
}

function emptyHint(isFailed: boolean, isEmpty: boolean, onRetry?: () => unknown): ReactNode {
  if (isEmpty) return 'No network is connected, so payments are refused.';
  if (!isFailed) return undefined;
  return (
    <>
      The networks could not be loaded.{' '}
      <button
        type="button"
        onClick={() => void onRetry?.()}
        className="rounded-sm text-accent-text underline"
      >
        Try again
      </button>
    </>
  );
}

/** Why nothing was filed, or that it is unknown; field errors are shown at the fields. */
function RequestTrouble({ trouble }: { trouble: Trouble | null }) {
  const list = (
    <Link
      to={paths.client.apiTransactions()}
      data-discard=""
      className="rounded-sm text-accent-text underline"
    >
      the API transactions
    </Link>
  );
  if (trouble?.isReused) {
    return (
      <Banner tone="warning" title="An earlier try was filed after all">
        With what was typed then. Look at {list} before you ask again.
      </Banner>
    );
  }
  if (trouble?.isOpen) {
    return (
      <Banner tone="warning" title="The request may have been filed">
        {trouble.text}. Try again without changing anything: the same form files one request,
        however often it is sent. Or look at {list}.
      </Banner>
    );
  }
  return (
    // Takes no space while it is empty.
    <div className="-mt-5">
      <DialogError>{trouble?.text}</DialogError>
    </div>
  );
}
