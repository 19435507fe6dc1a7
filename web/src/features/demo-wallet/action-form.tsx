import { useForm, useWatch } from 'react-hook-form';
import { formatAmount } from '../../lib/money.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import {
  formResolver,
  maxNoteLength,
  networkOptions,
  readWholeAmount,
  type FormValues,
} from './form-values.ts';
import { formWords, type FormKind } from './wallet-actions.ts';

interface ActionFormProps {
  formId: string;
  kind: FormKind;
  typedBefore: FormValues;
  /** All is well typed. Nothing is sent anywhere. */
  onTried: (values: FormValues) => void;
}

export function ActionForm({ formId, kind, typedBefore, onTried }: ActionFormProps) {
  const words = formWords[kind];
  const form = useForm<FormValues>({
    resolver: formResolver(kind),
    // Not on leaving a field: an error that appears under the pointer moves the button away.
    mode: 'onSubmit',
    defaultValues: typedBefore,
  });
  const { errors } = form.formState;
  const amount = useWatch({ control: form.control, name: 'amount' });

  return (
    <form
      id={formId}
      noValidate
      aria-label={words.title}
      onSubmit={form.handleSubmit(onTried)}
      className="flex flex-col gap-5"
    >
      <TextField
        label="Amount"
        required
        prefix="UGX"
        inputMode="numeric"
        autoComplete="off"
        {...form.register('amount')}
        error={errors.amount?.message}
        hint={amountHint(amount)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={words.phoneLabel}
          required
          type="tel"
          autoComplete="off"
          {...form.register('phoneNumber')}
          error={errors.phoneNumber?.message}
          hint="+256 772 123456"
        />
        <SelectField
          label="Network"
          required
          placeholder="Select a network..."
          options={networkOptions}
          {...form.register('network')}
          error={errors.network?.message}
        />
      </div>
      {kind === 'send-money' ? (
        <TextAreaField
          label="Note"
          rows={2}
          counter
          maxLength={maxNoteLength}
          {...form.register('note')}
          hint="Optional"
        />
      ) : null}
    </form>
  );
}

/** Many zeros are hard to count. */
function amountHint(typed: string): string {
  const amountUgx = readWholeAmount(typed) ?? 0;
  return amountUgx >= 1_000 ? `UGX ${formatAmount(amountUgx)}` : 'Whole shillings';
}
