import type { FeeDirection } from '@sente/contract/fees';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { kampalaTime } from '../../lib/kampala.ts';
import { paths } from '../../lib/paths.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
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
import { feeQueries, useAddFee, type FeeBody } from './fee-queries.ts';
import { directionLabels, ruleText, sortFees } from './fee-labels.ts';

interface SetFeeDialogProps {
  companyId: string;
  companyName: string;
  open: boolean;
  onClose: () => void;
}

export default function SetFeeDialog({ companyId, companyName, open, onClose }: SetFeeDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Set Fee"
      description={`What ${companyName} pays for each payment. Payments that were accepted before keep their fee. A lower fee waits for a second person.`}
      submitLabel="Set Fee"
      busyLabel="Saving..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <FeeForm {...{ frame, companyId, onClose }} /> : null)}
    </FormDialog>
  );
}

interface FeeFormProps {
  frame: FormFrame;
  companyId: string;
  onClose: () => void;
}

function FeeForm({ frame, companyId, onClose }: FeeFormProps) {
  const { mutateAsync } = useAddFee(companyId);
  const [openedAt] = useState(kampalaMinute);
  const fields = useContractForm<FeeValues, FeeBody>({
    schema: readFee,
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    values: emptyValues,
    // The default would focus the field that was mounted first, and bands come and go.
    shouldFocusError: false,
    invalid: (wrong) => {
      const name = firstWrong(wrong);
      if (name) fields.form.setFocus(name);
    },
    submit: async (body) => {
      const { meta } = await mutateAsync(body);
      if (meta?.approvalId) {
        notify.waiting('The lower fee waits for a second person', paths.approval(meta.approvalId));
      } else notify.success('Fee set successfully');
      onClose();
    },
    failed: 'Failed to set fee',
    isInline: true,
    fieldOf,
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as FeeValues;
  const now = useFeeNow(companyId, values.direction);
  const text = (name: 'percent' | 'minimum' | 'maximum' | 'startsAt') => ({
    ...field(name),
    readOnly: isBusy,
  });

  return (
    <DialogForm label="Fee" frame={frame} form={fields}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Direction"
          options={Object.entries(directionLabels).map(([value, label]) => ({ value, label }))}
          hint={now && `Now: ${now}`}
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
          <MoneyField label="Minimum" placeholder="None" {...text('minimum')} />
          <MoneyField label="Maximum" placeholder="None" {...text('maximum')} />
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
      <p
        role="status"
        className="tabular rounded-lg border bg-surface-sunken px-3 py-2 text-13 text-muted"
      >
        {exampleOf(values) ?? 'Fill in the fee to see what a payment of UGX 10,000 costs.'}
      </p>
    </DialogForm>
  );
}

/** In words; undefined until it is known. */
function useFeeNow(companyId: string, direction: FeeDirection): string | undefined {
  const { data } = useQuery(feeQueries.ofCompany(companyId));
  const { data: ofAll } = useQuery(feeQueries.settlementRule(companyId));
  if (!data) return undefined;
  const own = sortFees(data).current[direction]?.rule;
  const rule = own ?? (direction === 'settlement' ? ofAll : undefined);
  return rule ? ruleText(rule) : 'No fee';
}

/** The current minute in the format of a datetime-local input. */
function kampalaMinute(): string {
  return kampalaTime(new Date().toISOString()).slice(0, 16).replace(' ', 'T');
}
