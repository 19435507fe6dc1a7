import { useId, useState } from 'react';
import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { kampalaTime } from '../../lib/kampala.ts';
import { useUnsavedWarning } from '../../lib/unsaved-warning.ts';
import { Button } from '../../ui/button.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { FeeBands } from './fee-bands.tsx';
import {
  emptyValues,
  exampleOf,
  fieldOf,
  firstWrong,
  readFee,
  type FeeValues,
} from './fee-form.ts';
import { useAddFee, type FeeBody } from './fee-queries.ts';
import { directionLabels } from './fee-labels.ts';

interface SetFeeDialogProps {
  companyId: string;
  companyName: string;
  open: boolean;
  onClose: () => void;
}

export default function SetFeeDialog({ open, onClose, ...of }: SetFeeDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Set Fee"
      description={`What ${of.companyName} pays for each payment. Payments that were accepted before keep their fee.`}
      busy={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel="Saving...">
            Set Fee
          </Button>
        </>
      }
    >
      {/* Made anew each time it is opened. */}
      {open ? (
        <FeeForm {...{ formId, isBusy, setIsBusy, onClose }} companyId={of.companyId} />
      ) : null}
    </Dialog>
  );
}

interface FeeFormProps {
  formId: string;
  companyId: string;
  isBusy: boolean;
  setIsBusy: (isBusy: boolean) => void;
  onClose: () => void;
}

function FeeForm({ formId, companyId, isBusy, setIsBusy, onClose }: FeeFormProps) {
  const { mutateAsync } = useAddFee(companyId);
  const [failure, setFailure] = useState<string | null>(null);
  const [openedAt] = useState(kampalaMinute);
  const form = useForm<FeeValues, unknown, FeeBody>({
    resolver: readFee,
    // Not on leaving a field: an error that appears under the pointer moves the button away.
    mode: 'onSubmit',
    defaultValues: emptyValues,
    // It would take the one that was mounted first, and bands come and go.
    shouldFocusError: false,
  });
  const { errors, isDirty } = form.formState;
  const values = useWatch({ control: form.control }) as FeeValues;
  useUnsavedWarning(isDirty);

  const save = form.handleSubmit(async (body) => {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    try {
      await mutateAsync(body);
    } catch (error) {
      const reason = errorText(error, 'Failed to set fee');
      setFailure(reason);
      notify.error(reason);
      pointAt(form.setError, error);
      return;
    } finally {
      setIsBusy(false);
    }
    notify.success('Fee set successfully');
    onClose();
  }, focusFirst);

  function focusFirst(wrong: FieldErrors<FeeValues>): void {
    const name = firstWrong(wrong);
    if (name) form.setFocus(name);
  }
  const text = (name: 'percent' | 'minimum' | 'maximum' | 'startsAt') => ({
    ...form.register(name),
    error: errors[name]?.message,
    readOnly: isBusy,
  });

  return (
    <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-5" aria-label="Fee">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Direction"
          options={Object.entries(directionLabels).map(([value, label]) => ({ value, label }))}
          {...form.register('direction')}
        />
        <SelectField
          label="Kind of Fee"
          options={[
            { value: 'percent', label: 'Percent of the amount' },
            { value: 'banded', label: 'By amount, in bands' },
          ]}
          {...form.register('kind')}
        />
      </div>
      {values.kind === 'percent' ? (
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            label="Percent"
            required
            inputMode="decimal"
            placeholder="1.5"
            {...text('percent')}
          />
          <TextField
            label="Minimum"
            prefix="UGX"
            inputMode="numeric"
            placeholder="None"
            {...text('minimum')}
          />
          <TextField
            label="Maximum"
            prefix="UGX"
            inputMode="numeric"
            placeholder="None"
            {...text('maximum')}
          />
        </div>
      ) : (
        <FeeBands form={form} disabled={isBusy} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Starts"
          options={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a date and time' },
          ]}
          {...form.register('starts')}
        />
        {values.starts === 'later' ? (
          <TextField
            label="Date and Time"
            required
            type="datetime-local"
            hint="In Kampala time"
            min={openedAt}
            {...text('startsAt')}
          />
        ) : null}
      </div>
      <div>
        <p
          role="status"
          className="tabular rounded-lg border bg-surface-sunken px-3 py-2 text-13 text-muted"
        >
          {exampleOf(values) ?? 'Fill in the fee to see what a payment of UGX 10,000 costs.'}
        </p>
        <DialogError>{failure}</DialogError>
      </div>
    </form>
  );
}

/** Now, as such an input writes it. */
function kampalaMinute(): string {
  return kampalaTime(new Date().toISOString()).slice(0, 16).replace(' ', 'T');
}

/** Whatever the server names; the first one gets the focus. */
function pointAt(
  setError: ReturnType<typeof useForm<FeeValues, unknown, FeeBody>>['setError'],
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return;
  Object.entries(error.fields).forEach(([name, message], index) =>
    setError(fieldOf(name), { message }, { shouldFocus: index === 0 }),
  );
}
