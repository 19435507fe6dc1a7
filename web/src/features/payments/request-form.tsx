import { phoneText } from '@sente/contract/phone';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { paths } from '../../lib/paths.ts';
import { phoneHint } from '../../lib/typed-phone.ts';
import { Banner } from '../../ui/banner.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Link } from '../../ui/link.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { availableOf } from '../accounts/held-money.tsx';
import { accountOptions } from './active-accounts.tsx';
import { NetworkField } from './network-field.tsx';
import { guessNetwork } from '../../lib/network-guess.ts';
import { NetworkQuestion } from './network-question.tsx';
import { RepeatQuestion } from './repeat-question.tsx';
import { PayoutReview } from './payout-review.tsx';
import { ProductField } from './product-field.tsx';
import { isOwnWallet, isPayout, requestTexts } from './quick-action.ts';
import { NameChanged, OwnNumber, RecipientField, SettledWallet } from './recipient-field.tsx';
import { balanceText, costHint, limitProblem, payoutCost } from './request-cost.ts';
import { maxNoteLength, type RequestBody, type RequestValues } from './request-values.ts';
import {
  amountOf,
  type RequestFormOptions,
  type Trouble,
  useRequestForm,
} from './use-request-form.ts';

interface RequestFormProps extends RequestFormOptions {
  formId: string;
  isBusy: boolean;
}

export function RequestForm({ formId, isBusy, ...options }: RequestFormProps) {
  const { kind, accounts, products, typedBefore, isReviewing } = options;
  const texts = requestTexts[kind];
  const { form, known, trouble, expected, question, repeat, submit } = useRequestForm(options);
  const { errors } = form.formState;
  const values = useWatch({ control: form.control }) as RequestValues;
  const account = accounts.find(({ id }) => id === values.accountId);
  const available = account && availableOf(account);
  const circumstances = { ...known, available };
  // In page order: the first wrong field gets the focus.
  const accountInput = form.register('accountId');
  form.register(kind === 'sell-voucher' ? 'productCode' : 'amount');
  const { phoneInput, networkInput } = useNumberAndNetwork(
    form,
    Boolean(typedBefore ?? options.startsWith?.network),
  );
  const noteInput = form.register('note');
  // What a saved recipient settles is one line, until somebody changes it or it is wrong.
  const [isSaved, setIsSaved] = useState(false);
  const isFolded = isSaved && !errors.phoneNumber && !errors.network;
  const choose = (phoneNumber: string, network: string) => {
    form.setValue('phoneNumber', phoneText(phoneNumber), { shouldDirty: true });
    form.setValue('network', network, { shouldDirty: true });
    form.clearErrors(['phoneNumber', 'network']);
  };
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
              : `${account?.accountNumber}: ${balanceText(circumstances, available)}`
          }
        />
        {kind === 'send-money' ? (
          <RecipientField
            wallet={values}
            onChoose={({ phoneNumber, network }) => {
              choose(phoneNumber, network);
              setIsSaved(true);
            }}
          />
        ) : null}
        <ValueField
          form={form}
          values={values}
          products={products}
          circumstances={circumstances}
          readOnly={isBusy}
        />
        {isFolded ? <SettledWallet wallet={values} onChange={() => setIsSaved(false)} /> : null}
        <div hidden={isFolded} className="grid gap-5 sm:grid-cols-2 [[hidden]]:hidden">
          <TextField
            label={texts.phoneLabel}
            required
            type="tel"
            autoComplete={kind === 'withdraw' ? 'tel' : 'off'}
            readOnly={isBusy}
            {...phoneInput}
            error={errors.phoneNumber?.message}
            hint={phoneHint(values.phoneNumber)}
          />
          {isOwnWallet(kind) && values.phoneNumber.trim() === '' ? (
            <OwnNumber onChoose={(number) => choose(number, guessNetwork(number) ?? '')} />
          ) : null}
          <NetworkField
            {...networkInput}
            chosen={values.network}
            direction={isPayout(kind) ? 'payout' : 'collection'}
            error={errors.network?.message}
          />
        </div>
        {isPayout(kind) ? (
          <WalletHolder
            className="-mt-3"
            companyId={options.companyId}
            phoneNumber={values.phoneNumber}
            network={values.network}
          />
        ) : null}
        {texts.noteHint ? (
          <TextAreaField
            label="Note"
            rows={2}
            counter
            maxLength={maxNoteLength}
            readOnly={isBusy}
            {...noteInput}
            error={errors.note?.message}
            hint={texts.noteHint}
          />
        ) : null}
      </div>
      {kind === 'send-money' ? <NameChanged companyId={options.companyId} wallet={values} /> : null}
      <RequestTrouble trouble={concerns(trouble, values) ? trouble : null} />
      <Questions network={question} repeat={repeat} />
    </form>
  );
}

interface QuestionsProps {
  network: ReturnType<typeof useRequestForm>['question'];
  repeat: ReturnType<typeof useRequestForm>['repeat'];
}

/** What is asked before somebody's phone is. */
function Questions({ network, repeat }: QuestionsProps) {
  return (
    <>
      <NetworkQuestion {...network} />
      <RepeatQuestion {...repeat} />
    </>
  );
}

interface ValueFieldProps {
  form: UseFormReturn<RequestValues, unknown, RequestBody>;
  values: RequestValues;
  products: RequestFormOptions['products'];
  circumstances: Parameters<typeof costHint>[1];
  readOnly: boolean;
}

/** The amount, or the product whose price it is. */
function ValueField({ form, values, products, circumstances, readOnly }: ValueFieldProps) {
  const { errors } = form.formState;
  const tooMuch = limitProblem(amountOf(values, products), circumstances);
  if (circumstances.kind !== 'sell-voucher') {
    return (
      <MoneyField
        label="Amount"
        required
        readOnly={readOnly}
        {...form.register('amount')}
        error={tooMuch ?? errors.amount?.message}
        hint={costHint(values.amount, circumstances)}
      />
    );
  }
  return (
    <ProductField
      products={products}
      {...form.register('productCode', { onChange: () => form.clearErrors('amount') })}
      // What is wrong with the price is wrong with the product.
      error={errors.productCode?.message ?? tooMuch ?? errors.amount?.message}
      hint={values.productCode ? costHint(amountOf(values, products), circumstances) : undefined}
    />
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

/** Whether it still says something about what is typed. */
function concerns(trouble: Trouble | null, { phoneNumber }: RequestValues): boolean {
  return trouble?.ofNumber === null || trouble?.ofNumber === phoneNumber;
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
