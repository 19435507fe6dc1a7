import { limitChanges, limitName } from '@sente/contract/limit-words';
import { isAmountLimit, type LimitBody, type PaymentLimit } from '@sente/contract/limits';
import { paymentDirections } from '@sente/contract/payments';
import { useRef, useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { paths } from '../../lib/paths.ts';
import { useFocusWrong } from '../../lib/focus-wrong.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { useSubmitOnce } from '../../lib/submit-once.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { notify } from '../../ui/toast.tsx';
import { SubmitButton } from '../../ui/read-only.tsx';
import { usePreviewLimits, useSaveLimits } from './limit-queries.ts';
import { PreviewResult } from './preview-result.tsx';
import { isReason, RaiseReason } from './raise-reason.tsx';
import { UsedLimit } from './used-limit.tsx';
import { bodyOf, limitsBelow } from './limit-texts.ts';
import { LimitsTable } from './limits-table.tsx';
import { useTypedLimits } from './typed-limits.ts';
import { useWaitingLimits, WaitingLimitHint, WaitingLimitsNote } from './waiting-limits.tsx';

interface LimitsFormProps {
  companyId: string;
  limits: readonly PaymentLimit[];
}

/** All limits of a company, to change: what is used, and what is allowed. */
export function LimitsForm({ companyId, limits }: LimitsFormProps) {
  const { typed, set, reset, wanted, errors, isWrong, isChanged, meanwhile } =
    useTypedLimits(limits);
  const [isTried, setIsTried] = useState(false);
  const [reason, setReason] = useState('');
  const raises = isChanged && allowsMore(limits, wanted);
  const save = useSaveLimits(companyId);
  const preview = usePreviewLimits(companyId);
  const waiting = useWaitingLimits(companyId);
  const below = limitsBelow(wanted);
  useUnsavedWarning(isChanged);
  const [form, focusWrong] = useFocusWrong();
  const usedOf = new Map(limits.map((limit) => [limitName(limit), limit]));

  /** Undefined if something is wrong, which is then shown. */
  function checked(): LimitBody[] | undefined {
    setIsTried(true);
    if (!isWrong) return wanted;
    focusWrong();
    return undefined;
  }

  const reasonBox = useRef<HTMLDivElement>(null);
  const focusReason = () => reasonBox.current?.querySelector('textarea')?.focus();

  const submitOnce = useSubmitOnce(send);

  async function send(): Promise<void> {
    const list = checked();
    if (!list || meanwhile.mustDecide()) return;
    if (raises && !isReason(reason)) return focusReason();
    try {
      const { data, meta } = await save.mutateAsync({
        limits: list,
        basedOn: limits.map(bodyOf),
        ...(raises && { reason: reason.trim() }),
      });
      // What waits for a second person does not apply yet.
      reset(data);
      setReason('');
      setIsTried(false);
      preview.reset();
      if (meta?.approvalId) {
        notify.waiting(
          'The higher limits wait for a second person',
          paths.approval(meta.approvalId),
        );
      } else notify.success('Limits saved');
    } catch (error) {
      notify.error(errorText(error, 'Failed to save limits'));
    }
  }

  async function tryOut(): Promise<void> {
    const list = checked();
    if (!list) return;
    await preview
      .mutateAsync(list)
      .catch((error: unknown) => notify.error(errorText(error, 'Failed to try the limits out')));
  }

  return (
    <form ref={form} noValidate aria-label="Limits" onSubmit={submitOnce}>
      <div className="flex flex-col gap-4">
        {paymentDirections.toReversed().map((direction) => (
          <LimitsTable
            key={direction}
            direction={direction}
            cell={(limit, label) => {
              const name = limitName(limit);
              const known = usedOf.get(name);
              const LimitField = isAmountLimit(limit.kind) ? MoneyField : TextField;
              return (
                <div className="flex flex-col gap-x-4 gap-y-1 lg:flex-row lg:items-start">
                  <div className="lg:w-48 lg:shrink-0">
                    <LimitField
                      label={label}
                      hideLabel
                      inputMode="numeric"
                      placeholder="No limit"
                      readOnly={save.isPending}
                      value={typed[name] ?? ''}
                      error={isTried ? errors[name] : undefined}
                      hint={below[name] && <span className="text-warning-text">{below[name]}</span>}
                      onChange={(event) => {
                        set(name, event.target.value);
                        // It was about other limits.
                        preview.reset();
                      }}
                    />
                    <WaitingLimitHint waiting={waiting} limit={limit} />
                  </div>
                  {known ? (
                    <div className="min-w-0 flex-1 text-13 text-muted">
                      <UsedLimit limit={known} />
                    </div>
                  ) : null}
                </div>
              );
            }}
          />
        ))}
      </div>
      {preview.data ? <PreviewResult preview={preview.data} /> : null}
      {meanwhile.panel ? <div className="mt-4">{meanwhile.panel}</div> : null}
      {raises ? (
        <div ref={reasonBox} className="mt-4">
          <RaiseReason
            {...{ isTried }}
            value={reason}
            onChange={setReason}
            readOnly={save.isPending}
          />
        </div>
      ) : null}
      <div className="sticky bottom-0 z-10 mt-4 flex flex-col gap-3 border-t bg-background py-3 sm:flex-row sm:items-center sm:justify-between">
        <WaitingLimitsNote waiting={waiting} />
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1 sm:shrink-0">
          <Button busy={preview.isPending} busyLabel="Looking..." onClick={() => void tryOut()}>
            What would they have refused?
          </Button>
          <SubmitButton busy={save.isPending} busyLabel="Saving..." disabled={!isChanged}>
            Save Limits
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

/** Then a second person decides. */
function allowsMore(before: readonly PaymentLimit[], after: readonly LimitBody[]): boolean {
  return limitChanges(before.map(bodyOf), after).some(
    (change) =>
      change.before !== undefined && (change.after === undefined || change.after > change.before),
  );
}
