import type { FeeDirection } from '@sente/contract/fees';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { kampalaTime } from '../../lib/kampala.ts';
import { isSame } from '../../lib/meanwhile.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { waitingQuery } from '../../ui/waiting-requests.tsx';
import { FeeBands } from './fee-bands.tsx';
import {
  exampleOf,
  feeReader,
  fieldOf,
  firstWrong,
  valuesOf,
  type FeeValues,
  type OwnRules,
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
      {/* Starts with what applies now each time it is opened. */}
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
  const { ownRules, ruleOf } = useRulesNow(companyId);
  const [openedAt] = useState(kampalaMinute);
  const fields = useContractForm<FeeValues, FeeBody>({
    schema: feeReader(ownRules),
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    values: valuesOf('collection', ruleOf('collection')),
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
  const now = ruleOf(values.direction);
  /** What was typed stays; a form that still says what applies follows the direction. */
  const follow = (direction: FeeDirection) => {
    const typed = { ...values, direction: form.formState.defaultValues?.direction };
    if (isSame(typed, form.formState.defaultValues))
      form.reset(valuesOf(direction, ruleOf(direction)));
  };
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
          hint={`Now: ${now ? ruleText(now) : 'No fee'}`}
          {...form.register('direction', {
            onChange: ({ target }: { target: HTMLSelectElement }) =>
              follow(target.value as FeeDirection),
          })}
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
      <WaitingFee companyId={companyId} direction={values.direction} />
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

/** What applies now. The card behind the dialog has read it. */
function useRulesNow(companyId: string): { ownRules: OwnRules; ruleOf: OwnRules } {
  const { data = [] } = useQuery(feeQueries.ofCompany(companyId));
  const { data: ofAll } = useQuery(feeQueries.settlementRule(companyId));
  const { current } = sortFees(data);
  const ownRules: OwnRules = (direction) => current[direction]?.rule;
  return {
    ownRules,
    ruleOf: (direction) => ownRules(direction) ?? (direction === 'settlement' ? ofAll : undefined),
  };
}

/** A second lower fee of the direction is refused while one waits. */
function WaitingFee({ companyId, direction }: { companyId: string; direction: FeeDirection }) {
  const { data } = useQuery(waitingQuery({ kind: 'fee', companyId }));
  const waiting = data?.rows.find(({ feeOf }) => feeOf === direction);
  if (!waiting) return null;
  return (
    <Banner
      tone="warning"
      title={`A fee on ${directionLabels[direction].toLowerCase()} waits already`}
    >
      {waiting.sentence} Another lower one can be set once it is decided.{' '}
      <Link to={paths.approval(waiting.id)} className="rounded-sm underline underline-offset-3">
        Open the request
      </Link>
    </Banner>
  );
}

/** The current minute in the format of a datetime-local input. */
function kampalaMinute(): string {
  return kampalaTime(new Date().toISOString()).slice(0, 16).replace(' ', 'T');
}
