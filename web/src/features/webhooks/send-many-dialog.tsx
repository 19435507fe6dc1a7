import { maxSentAgain, type OwnWebhook, type SentAgainKind } from '@sente/contract/own-webhooks';
import { dayMs, kampalaDay, startOfDay } from '@sente/contract/kampala';
import { useState } from 'react';
import { useWatch, type Resolver } from 'react-hook-form';
import { Banner } from '../../ui/banner.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { webhookName } from './own-webhook-columns.tsx';
import { useSendManyAgain } from './own-webhook-queries.ts';

interface SendManyDialogProps {
  open: boolean;
  webhooks: readonly OwnWebhook[];
  /** The webhook that the list shows, if it is one. */
  chosen: string;
  onClose: () => void;
}

export default function SendManyDialog({ open, onClose, ...rest }: SendManyDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Send Many Again"
      description={`Sends the events of some days once more to one webhook, the oldest first, at most ${maxSentAgain.toLocaleString('en')} at a time. Each keeps its ID, so your server knows those that it has.`}
      submitLabel="Send Again"
      busyLabel="Sending..."
    >
      {(frame) => (open ? <SendFields {...{ frame, onClose, ...rest }} /> : null)}
    </FormDialog>
  );
}

interface Range {
  id: string;
  which: SentAgainKind;
  /** Days in Kampala. */
  from: string;
  to: string;
}
interface SentRange extends Omit<Range, 'from' | 'to'> {
  from: string;
  to: string;
}

const resolver: Resolver<Range, unknown, SentRange> = (values) => {
  const missing = (['from', 'to'] as const).find((name) => values[name] === '');
  const problem = missing
    ? { name: missing, message: 'Choose a day' }
    : values.from > values.to
      ? { name: 'to' as const, message: 'Must not be before the first day' }
      : null;
  if (problem) {
    return { values: {}, errors: { [problem.name]: { type: 'custom', message: problem.message } } };
  }
  const range = {
    from: new Date(startOfDay(values.from)).toISOString(),
    to: new Date(startOfDay(values.to) + dayMs).toISOString(),
  };
  return { values: { ...values, ...range }, errors: {} };
};

const whichOptions = [
  { value: 'failed', label: 'Those that did not arrive' },
  { value: 'kept', label: 'Only those kept while switched off' },
  { value: 'all', label: 'All, also those that arrived' },
] as const satisfies readonly { value: SentAgainKind; label: string }[];

const whichHints: Readonly<Record<SentAgainKind, string>> = {
  failed: 'Given up after several attempts, or kept while the webhook was switched off.',
  kept: 'They came while the webhook was switched off and were never sent.',
  all: 'Every event of these days that the webhook asks for. Those on their way are left alone.',
};

/** Why none was sent. */
const nothing: Readonly<Record<SentAgainKind, string>> = {
  failed: 'None was given up or kept in these days. Those that wait are tried by themselves.',
  kept: 'None was kept in these days.',
  all: 'The webhook has no events of these days, or all of them are on their way.',
};

/** What is older is looked for by whoever chooses the day. */
const recentDays = 30;

/** From the day on which it was switched off the last time: what was kept came since. */
function firstDayOf(webhook: OwnWebhook | undefined, today: string): string {
  if (!webhook?.lastOffAt) return today;
  const off = Date.parse(webhook.lastOffAt);
  return off < startOfDay(today) - recentDays * dayMs ? today : kampalaDay(off);
}

interface SendFieldsProps extends Omit<SendManyDialogProps, 'open'> {
  frame: FormFrame;
}

function SendFields({ frame, webhooks, chosen, onClose }: SendFieldsProps) {
  const send = useSendManyAgain();
  const [today] = useState(() => kampalaDay(Date.now()));
  /** What is left of the range that was sent last. */
  const [rest, setRest] = useState<{ readonly of: string; readonly after: string } | null>(null);
  const first =
    webhooks.find(({ id }) => id === chosen) ??
    webhooks.find(({ isActive }) => isActive) ??
    webhooks[0];
  const fields = useContractForm<Range, SentRange>({
    schema: resolver,
    mode: 'onSubmit',
    values: { id: first?.id ?? '', which: 'failed', from: firstDayOf(first, today), to: today },
    submit: async (range) => {
      const sameAs = JSON.stringify(range);
      const after = rest?.of === sameAs ? rest.after : undefined;
      const { count, hasMore, nextAfter } = await send.mutateAsync({
        ...range,
        ...(after && { after }),
      });
      const events = `${count.toLocaleString('en')} ${count === 1 ? 'event is' : 'events are'}`;
      if (count === 0) notify.blank(nothing[range.which]);
      else notify.success(`${events} on the way again${hasMore ? '. There are more' : ''}`);
      setRest(nextAfter ? { of: sameAs, after: nextAfter } : null);
      if (!nextAfter) onClose();
    },
    failed: 'The events could not be sent again',
    isInline: true,
  });
  const { form, field, isBusy } = fields;
  const { id, which } = useWatch({ control: form.control }) as Range;
  const chosenWebhook = webhooks.find((webhook) => webhook.id === id);
  const options = webhooks.map((webhook) => ({ value: webhook.id, label: webhookName(webhook) }));
  return (
    <DialogForm label="Send many again" frame={frame} form={fields}>
      <SelectField label="Webhook" required options={options} {...field('id')} />
      {chosenWebhook?.isActive === false ? (
        <Banner tone="warning">This webhook is switched off. Switch it on first.</Banner>
      ) : null}
      <SelectField
        label="Which Events"
        required
        options={whichOptions}
        hint={whichHints[which]}
        {...field('which')}
      />
      <TextField label="First Day" required type="date" readOnly={isBusy} {...field('from')} />
      <TextField label="Last Day" required type="date" readOnly={isBusy} {...field('to')} />
      {rest ? (
        <Banner tone="info">
          There are more events of these days. Send Again goes on with them.
        </Banner>
      ) : null}
    </DialogForm>
  );
}
