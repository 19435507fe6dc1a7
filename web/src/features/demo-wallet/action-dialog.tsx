import { FlaskConical } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { formatAmount } from '../../lib/money.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { Button } from '../../ui/button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Money } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select.tsx';
import {
  emptyValues,
  formResolver,
  type FormValues,
  maxNoteLength,
  networkOptions,
  readWholeAmount,
} from './form-values.ts';
import { type FormKind, formTexts } from './wallet-actions.ts';

interface ActionDialogProps {
  kind: FormKind;
  open: boolean;
  onClose: () => void;
}

/** A form that validates and sends nothing, and says so before and after. */
export default function ActionDialog({ kind, open, onClose }: ActionDialogProps) {
  const texts = formTexts[kind];
  const formId = useId();
  const [typed, setTyped] = useState(emptyValues);
  const [isTried, setIsTried] = useState(false);
  useOpenings(open, () => {
    if (!open) return;
    setTyped(emptyValues);
    setIsTried(false);
  });

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      description={isTried ? undefined : 'A form to try. It sends nothing and no money moves.'}
      footer={
        isTried ? (
          <>
            <Button onClick={() => setIsTried(false)}>Change</Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary">
              {texts.title}
            </Button>
          </>
        )
      }
    >
      {isTried ? (
        <Outcome kind={kind} typed={typed} />
      ) : (
        <ActionForm
          formId={formId}
          kind={kind}
          typedBefore={typed}
          onTried={(values) => {
            setTyped(values);
            setIsTried(true);
          }}
        />
      )}
    </Dialog>
  );
}

function Outcome({ kind, typed }: { kind: FormKind; typed: FormValues }) {
  const texts = formTexts[kind];
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, so the result takes the focus and is announced.
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="flex flex-col items-center pt-2 text-center">
        <span
          aria-hidden="true"
          className="mb-3 grid size-12 place-items-center rounded-full bg-warning-soft text-warning-text"
        >
          <FlaskConical className="size-6" />
        </span>
        <h3 ref={heading} tabIndex={-1} className="text-lg">
          Nothing was sent
        </h3>
        <p className="mt-1 max-w-sm text-balance text-muted">{texts.outcome}</p>
        <p className="text-muted">The sample balance is what it was.</p>
      </div>
      <section aria-label="What you typed" className="mt-5 rounded-lg border bg-surface-sunken p-4">
        <DetailList items={itemsOf(kind, typed)} />
      </section>
    </>
  );
}

function itemsOf(kind: FormKind, { amount, phoneNumber, network, note }: FormValues) {
  const items = [
    { label: 'Amount', value: <Money amount={readWholeAmount(amount)} className="font-medium" /> },
    { label: formTexts[kind].phoneLabel, value: <span className="tabular">{phoneNumber}</span> },
    { label: 'Network', value: networkOptions.find(({ value }) => value === network)?.label },
  ];
  return note.trim() === '' ? items : [...items, { label: 'Note', value: note.trim() }];
}

interface ActionFormProps {
  formId: string;
  kind: FormKind;
  typedBefore: FormValues;
  /** The input is valid. Nothing is sent. */
  onTried: (values: FormValues) => void;
}

function ActionForm({ formId, kind, typedBefore, onTried }: ActionFormProps) {
  const texts = formTexts[kind];
  const form = useForm<FormValues>({
    resolver: formResolver(kind),
    // Not on blur: an error that appears would move the button away from the pointer.
    mode: 'onSubmit',
    defaultValues: typedBefore,
  });
  const { errors } = form.formState;
  const amount = useWatch({ control: form.control, name: 'amount' });

  return (
    <form
      id={formId}
      noValidate
      aria-label={texts.title}
      onSubmit={form.handleSubmit(onTried)}
      className="flex flex-col gap-5"
    >
      <MoneyField
        label="Amount"
        required
        {...form.register('amount')}
        error={errors.amount?.message}
        hint={amountHint(amount)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={texts.phoneLabel}
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
