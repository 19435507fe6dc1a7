import {
  scheduleBody,
  type SettlementSchedule,
  type SettlementTerms,
} from '@sente/contract/settlements';
import { useWatch, type FieldErrors, type Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { useSaveSchedule } from './settlement-queries.ts';
import { weekdays } from './settlement-texts.tsx';
import {
  onlyOne,
  SettlingFields,
  useSettlingChoices,
  type SettlingChoices,
} from './settling-choices.tsx';

interface ScheduleDialogProps {
  companyId: string;
  /** Offers to add a bank account where there is none. */
  canAddBank: boolean;
  terms: SettlementTerms | null;
  open: boolean;
  onClose: () => void;
}

export default function ScheduleDialog(props: ScheduleDialogProps) {
  const { companyId, canAddBank, terms, open, onClose } = props;
  const { choices, instead } = useSettlingChoices(companyId, { isWanted: open, canAddBank });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Schedule"
      description="On each of these days from 06:00, what is above the sum that stays is settled."
      submitLabel="Save"
      busyLabel="Saving..."
      footer={choices ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {(frame) =>
        choices && open ? (
          <ScheduleForm
            {...{ frame, companyId, choices, onClose }}
            schedule={terms?.schedule ?? null}
          />
        ) : (
          instead
        )
      }
    </FormDialog>
  );
}

interface ScheduleFormProps {
  frame: FormFrame;
  companyId: string;
  choices: SettlingChoices;
  schedule: SettlementTerms['schedule'];
  onClose: () => void;
}

/** The typed texts, before they are parsed. */
interface ScheduleValues {
  every: string;
  weekday: string;
  accountId: string;
  bankAccountId: string;
  minimum: string;
  keep: string;
}

const everyOptions = [
  { value: 'never', label: 'On request only' },
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
];
const weekdayOptions = weekdays.map((label, index) => ({ value: String(index + 1), label }));

/** Null for none. */
const resolver: Resolver<ScheduleValues, unknown, { schedule: SettlementSchedule | null }> = (
  values,
) => {
  if (values.every === 'never') return { values: { schedule: null }, errors: {} };
  const result = z.safeParse(scheduleBody, {
    ...values,
    weekday: values.every === 'week' ? Number(values.weekday) : null,
    minimum: amountToCheck(values.minimum || '0'),
    keep: amountToCheck(values.keep || '0'),
  });
  if (result.success) return { values: { schedule: result.data }, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of result.error.issues) {
    const name = String(path[0]);
    const isAccount = name === 'accountId' || name === 'bankAccountId';
    errors[name] ??= { type: 'custom', message: isAccount ? 'Please select an account' : message };
  }
  return { values: {}, errors: errors as FieldErrors<ScheduleValues> };
};

const optionText =
  (options: readonly { value: string; label: string }[]) =>
  (value: unknown): string =>
    options.find((option) => option.value === value)?.label ?? 'none';

function ScheduleForm({ frame, companyId, choices, schedule, onClose }: ScheduleFormProps) {
  const { accounts, bankAccounts } = choices;
  const save = useSaveSchedule(companyId);
  const fields = useContractForm<ScheduleValues, { schedule: SettlementSchedule | null }>({
    schema: resolver,
    mode: 'onSubmit',
    values: {
      every: schedule?.every ?? 'never',
      weekday: String(schedule?.weekday ?? 1),
      accountId: schedule?.accountId ?? onlyOne(accounts),
      bankAccountId: schedule?.bankAccountId ?? onlyOne(bankAccounts),
      minimum: String(schedule?.minimum ?? ''),
      keep: String(schedule?.keep ?? ''),
    },
    labels: {
      every: { label: 'Settle', text: optionText(everyOptions) },
      weekday: { label: 'Day', text: optionText(weekdayOptions) },
      accountId: { label: 'From Account', text: () => 'another one' },
      bankAccountId: { label: 'Bank account', text: () => 'another one' },
      minimum: 'At Least',
      keep: 'Stays on the Account',
    },
    submit: async (body) => {
      await save.mutateAsync(body.schedule && { ...body.schedule, basedOn: schedule });
      notify.success('Schedule saved');
      onClose();
    },
    failed: 'Failed to save the schedule',
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const every = useWatch({ control: form.control, name: 'every' });
  return (
    <DialogForm label="Schedule" frame={frame} form={fields}>
      <SelectField label="Settle" required options={everyOptions} {...field('every')} />
      {every === 'week' ? (
        <SelectField label="Day" required options={weekdayOptions} {...field('weekday')} />
      ) : null}
      {every === 'never' ? null : (
        <>
          <SettlingFields choices={choices} field={field} />
          <MoneyField
            label="Stays on the Account"
            readOnly={isBusy}
            {...field('keep')}
            hint="Optional"
          />
          <MoneyField
            label="At Least"
            readOnly={isBusy}
            {...field('minimum')}
            hint="Optional. Less is not settled on that day"
          />
        </>
      )}
    </DialogForm>
  );
}
