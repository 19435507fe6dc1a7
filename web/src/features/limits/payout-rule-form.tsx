import { formatUgx } from '@sente/contract/money';
import {
  payoutRuleBody,
  type PayoutRule,
  type PayoutRuleBody,
  type PayoutRulePreview,
} from '@sente/contract/payout-rules';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useFocusWrong } from '../../lib/focus-wrong.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTypedTexts } from '../../ui/meanwhile.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { usePreviewRule, useSaveRule } from './payout-rule-queries.ts';

interface PayoutRuleFormProps {
  companyId: string;
  current: PayoutRule;
}

type Errors = Partial<Record<string, string>>;

/** For who manages the company. */
export function PayoutRuleForm({ companyId, current }: PayoutRuleFormProps) {
  const { rule, ceiling } = current;
  const saved = typedRule(current);
  const { typed, set, meanwhile, reset } = useTypedTexts(saved, {
    fieldOf: (name) => fields[name as keyof typeof saved],
  });
  const [errors, setErrors] = useState<Errors>({});
  const save = useSaveRule(companyId);
  const preview = usePreviewRule(companyId);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(saved);
  useUnsavedWarning(isChanged);
  const [form, focusWrong] = useFocusWrong();

  /** Undefined if something is wrong, which is then shown. */
  function checked(): PayoutRuleBody | undefined {
    const result = z.safeParse(payoutRuleBody, {
      atOnceUpTo: readAmount(typed.atOnceUpTo),
      colleagueUpTo: readAmount(typed.colleagueUpTo),
    });
    const found: Errors = {};
    for (const { path, message } of result.error?.issues ?? []) found[String(path[0])] ??= message;
    if (result.success && result.data.colleagueUpTo > ceiling) {
      found['colleagueUpTo'] =
        `Must be at most ${formatUgx(ceiling)}, the ceiling that the provider set`;
    }
    setErrors(found);
    if (Object.keys(found).length === 0) return result.data;
    focusWrong();
    return undefined;
  }

  const submitOnce = useSubmitOnce(send);

  async function send(): Promise<void> {
    const body = checked();
    if (!body || meanwhile.mustDecide()) return;
    try {
      const { data, meta } = await save.mutateAsync({ ...body, basedOn: rule });
      if (meta?.approvalId) {
        const request = paths.client.approval(meta.approvalId);
        notify.waiting('The looser rules wait for a second person', request);
      } else notify.success('Rules for payouts saved');
      reset(typedRule(data));
      preview.reset();
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.fields);
      focusWrong();
      notify.error(errorText(error, 'Failed to save the rules for payouts'));
    }
  }

  async function tryOut(): Promise<void> {
    const body = checked();
    if (!body) return;
    await preview
      .mutateAsync(body)
      .catch((error: unknown) => notify.error(errorText(error, 'Failed to try the rules out')));
  }

  const field = (name: keyof typeof saved) => ({
    readOnly: save.isPending,
    value: typed[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      set(name, event.target.value);
      // It was about other rules.
      preview.reset();
    },
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label="Payout approvals"
      className="flex flex-col gap-4 border-t pt-4"
      onSubmit={submitOnce}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          label="At once, a day"
          hint="What goes without approval, in the portal and by API together. 0: nothing."
          {...field('atOnceUpTo')}
        />
        <MoneyField
          label="With a colleague, one payout"
          hint={`Larger payouts need the provider as well. At most ${formatUgx(ceiling)}, which the provider set.`}
          {...field('colleagueUpTo')}
        />
      </div>
      <p className="text-13 text-muted">
        The same holds for the API. Stricter rules apply at once; looser ones wait for a colleague
        who may approve payouts.
      </p>
      {preview.data ? <PreviewResult preview={preview.data} /> : null}
      {meanwhile.panel}
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
        <Button busy={preview.isPending} busyLabel="Looking..." onClick={() => void tryOut()}>
          Who would have approved?
        </Button>
        <SubmitButton busy={save.isPending} busyLabel="Saving..." disabled={!isChanged}>
          Save Rules
        </SubmitButton>
      </div>
    </form>
  );
}

const amountText = (value: unknown): string => (value === '' ? 'empty' : `UGX ${String(value)}`);
const fields = {
  atOnceUpTo: { label: 'At once, a day', text: amountText },
  colleagueUpTo: { label: 'With a colleague, one payout', text: amountText },
};

function typedRule({ rule }: PayoutRule) {
  return {
    atOnceUpTo: typedOf(rule?.atOnceUpTo),
    colleagueUpTo: typedOf(rule?.colleagueUpTo),
  };
}

function typedOf(amount: number | undefined): string {
  return amount === undefined ? '' : amount.toLocaleString('en-US');
}

function PreviewResult({ preview }: { preview: PayoutRulePreview }) {
  const { days, none, colleague, colleagueAndProvider, isCut } = preview;
  const line = ({ payouts, amount }: PayoutRulePreview['none'], text: string) =>
    `${payouts.toLocaleString('en-US')} payouts, ${formatUgx(amount)}, ${text}`;
  return (
    <Banner tone="info" title={`In the last ${days} days`}>
      <ul className="tabular mt-1 text-13">
        <li>{line(none, 'would have gone at once')}</li>
        <li>{line(colleague, 'would have waited for a colleague')}</li>
        <li>{line(colleagueAndProvider, 'for a colleague and the provider')}</li>
      </ul>
      {isCut ? (
        <p className="mt-1 text-13">Only the first 200,000 payouts were looked at.</p>
      ) : null}
    </Banner>
  );
}
