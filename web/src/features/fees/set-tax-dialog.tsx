import { atLocalTime } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import { chargeOf, taxLabels, taxNames, taxRateBody } from '@sente/contract/taxes';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { kampalaDay } from '../../lib/kampala.ts';
import { paths } from '../../lib/paths.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { directionLabels } from './fee-labels.ts';
import { useAddTax, type TaxBody } from './tax-queries.ts';

interface SetTaxDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function SetTaxDialog({ open, onClose }: SetTaxDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Set Tax"
      description="For all companies, once a second person approves it. What was accepted before stays as it was charged."
      submitLabel="Ask for Approval"
      busyLabel="Asking..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <TaxForm frame={frame} onClose={onClose} /> : null)}
    </FormDialog>
  );
}

/** The typed texts, before they are parsed. */
interface TaxValues {
  tax: TaxBody['tax'];
  direction: TaxBody['direction'];
  name: string;
  percent: string;
  way: 'included' | 'on-top';
  /** A day in Kampala; empty for the approval. */
  from: string;
}

const bodyOf = ({ tax, direction, name, percent, way, from }: TaxValues) => ({
  tax,
  direction,
  name,
  percent: /^\d+(\.\d+)?$/.test(percent.trim()) ? Number(percent) : Number.NaN,
  isOnTop: way === 'on-top',
  ...(from && { effectiveFrom: new Date(atLocalTime(`${from}T00:00`)).toISOString() }),
});

const resolver: Resolver<TaxValues, unknown, TaxBody> = (values) => {
  const result = z.safeParse(taxRateBody, bodyOf(values));
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of result.error?.issues ?? []) {
    errors[fieldOf(String(path[0]))] ??= { type: 'custom', message };
  }
  if (values.from !== '' && values.from <= kampalaDay()) {
    errors['from'] = { type: 'custom', message: 'Choose a day after today' };
  }
  if (result.success && Object.keys(errors).length === 0) {
    return { values: result.data, errors: {} };
  }
  return { values: {}, errors: errors as FieldErrors<TaxValues> };
};

function fieldOf(name: string): keyof TaxValues {
  if (name === 'effectiveFrom') return 'from';
  return name === 'isOnTop' ? 'way' : (name as keyof TaxValues);
}

function TaxForm({ frame, onClose }: { frame: FormFrame; onClose: () => void }) {
  const { mutateAsync } = useAddTax();
  const fields = useContractForm<TaxValues, TaxBody>({
    schema: resolver,
    mode: 'onSubmit',
    values: {
      tax: 'vat',
      direction: 'collection',
      name: '',
      percent: '',
      way: 'included',
      from: '',
    },
    submit: async (body) => {
      const { meta } = await mutateAsync(body);
      if (meta?.approvalId) {
        notify.waiting('The tax waits for a second person', paths.approval(meta.approvalId));
      } else notify.success('Tax set');
      onClose();
    },
    failed: 'Failed to ask for the tax',
    isInline: true,
    fieldOf,
  });
  const { form, field, isBusy } = fields;
  const values = useWatch({ control: form.control }) as TaxValues;
  return (
    <DialogForm label="Rate of a tax" frame={frame} form={fields}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Tax"
          options={taxNames.map((value) => ({ value, label: taxLabels[value] }))}
          hint={values.tax === 'vat' ? 'Of the fee' : 'Of the amount'}
          {...field('tax')}
        />
        <SelectField
          label="On"
          options={Object.entries(directionLabels).map(([value, label]) => ({ value, label }))}
          {...field('direction')}
        />
      </div>
      <TextField label="Name" required maxLength={60} readOnly={isBusy} {...field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Percent"
          required
          inputMode="decimal"
          placeholder="18"
          hint="0 ends the tax"
          readOnly={isBusy}
          {...field('percent')}
        />
        <SelectField
          label="Charged"
          options={[
            { value: 'included', label: 'Included in the fee' },
            { value: 'on-top', label: 'On top of the fee' },
          ]}
          {...field('way')}
        />
        <TextField
          type="date"
          label="From"
          hint="Empty: from the approval on"
          min={kampalaDay(-1)}
          readOnly={isBusy}
          {...field('from')}
        />
      </div>
      <p
        role="status"
        className="tabular rounded-lg border bg-surface-sunken px-3 py-2 text-13 text-muted"
      >
        {exampleOf(values) ?? 'Fill in the rate to see what it makes of a fee of UGX 1,000.'}
      </p>
    </DialogForm>
  );
}

/** Of a payment of UGX 100,000 with a fee of UGX 1,000; null while the rate is invalid. */
function exampleOf(values: TaxValues): string | null {
  const rate = bodyOf(values);
  if (Number.isNaN(rate.percent)) return null;
  const { fee, vat, levy } = chargeOf(1_000, 100_000, values.direction, [rate]);
  const kept = fee - vat - levy;
  const paid = `Of ${formatUgx(100_000)} with a fee of ${formatUgx(1_000)}: the company pays ${formatUgx(fee)}`;
  const tax = formatUgx(vat + levy);
  if (kept < 0) {
    return `${paid}, the tax is ${tax}, and the provider pays ${formatUgx(-kept)} of it.`;
  }
  const isOwed = rate.tax === 'levy' && !rate.isOnTop && levy > 0;
  const more = isOwed ? ' Where the levy is more than the fee, the provider pays the rest.' : '';
  return `${paid}, of which ${tax} is tax and ${formatUgx(kept)} stays with the provider.${more}`;
}
