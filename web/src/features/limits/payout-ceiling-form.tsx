import { formatUgx } from '@sente/contract/money';
import type { PayoutRule } from '@sente/contract/payout-rules';
import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useFocusWrong } from '../../lib/focus-wrong.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { notify } from '../../ui/toast.tsx';
import { useTypedTexts } from '../../ui/meanwhile.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { useSaveCeiling } from './payout-rule-queries.ts';
import { isReason, RaiseReason } from './raise-reason.tsx';

interface PayoutCeilingFormProps {
  companyId: string;
  current: PayoutRule;
}

const invalid = 'Must be a whole number of 0 or more';

/** For the provider. */
export function PayoutCeilingForm({ companyId, current }: PayoutCeilingFormProps) {
  const saved = typedOf(current);
  const { typed, set, meanwhile, reset } = useTypedTexts(saved, {
    fieldOf: () => ({ label: 'Ceiling', text: (value) => `UGX ${String(value)}` }),
  });
  const [error, setError] = useState<string | undefined>();
  const [reason, setReason] = useState('');
  const [isTried, setIsTried] = useState(false);
  const save = useSaveCeiling(companyId);
  const isChanged = typed.ceiling !== saved.ceiling;
  useUnsavedWarning(isChanged);
  const [form, focusWrong] = useFocusWrong();
  const ceiling = readAmount(typed.ceiling);
  const raises = ceiling > current.ceiling;
  const lowers = current.rule !== null && ceiling < current.rule.colleagueUpTo;

  const submitOnce = useSubmitOnce(send);

  async function send(): Promise<void> {
    if (!Number.isInteger(ceiling) || ceiling < 0 || ceiling > 1_000_000_000_000) {
      setError(invalid);
      focusWrong();
      return;
    }
    setError(undefined);
    setIsTried(true);
    if (raises && !isReason(reason)) return;
    if (meanwhile.mustDecide()) return;
    try {
      const { data, meta } = await save.mutateAsync({
        ceiling,
        basedOn: current.ceiling,
        ...(raises && { reason: reason.trim() }),
      });
      if (meta?.approvalId) {
        notify.waiting(
          'The higher ceiling waits for a second person',
          paths.approval(meta.approvalId),
        );
      } else notify.success('Ceiling saved');
      reset(typedOf(data));
      setReason('');
      setIsTried(false);
    } catch (cause) {
      notify.error(errorText(cause, 'Failed to save the ceiling'));
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Ceiling for payouts"
      className="flex flex-wrap items-start gap-3 border-t pt-4"
      onSubmit={submitOnce}
    >
      <MoneyField
        className="min-w-60 flex-1 sm:max-w-md"
        label="Ceiling"
        readOnly={save.isPending}
        value={typed.ceiling}
        error={error}
        hint={
          lowers
            ? `The rules of the company are lowered to ${formatUgx(ceiling)}.`
            : 'The largest payout that the company can let pass without the provider. A higher one waits for a second person.'
        }
        onChange={(event) => set('ceiling', event.target.value)}
      />
      <SubmitButton
        className="mt-6.5"
        busy={save.isPending}
        busyLabel="Saving..."
        disabled={!isChanged}
      >
        Save Ceiling
      </SubmitButton>
      {raises ? (
        <div className="basis-full">
          <RaiseReason
            {...{ isTried }}
            value={reason}
            onChange={setReason}
            readOnly={save.isPending}
          />
        </div>
      ) : null}
      {meanwhile.panel ? <div className="basis-full">{meanwhile.panel}</div> : null}
    </form>
  );
}

function typedOf({ ceiling }: PayoutRule) {
  return { ceiling: ceiling.toLocaleString('en-US') };
}
