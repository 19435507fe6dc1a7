import { ordersWatchedFor, type Examination } from '@sente/contract/examinations';
import type { OwnWebhook } from '@sente/contract/own-webhooks';
import * as z from 'zod/mini';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useStartExamination } from './examination-queries.ts';

interface StartExaminationDialogProps {
  open: boolean;
  webhooks: readonly OwnWebhook[];
  onClose: () => void;
  onStarted: (examination: Examination) => void;
}

export default function StartExaminationDialog({
  open,
  onClose,
  ...rest
}: StartExaminationDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Start an Examination"
      description="A webhook gets about 20 messages: doubled, reordered, late, forged and cut off. Nothing of it is real."
      submitLabel="Start Examination"
      busyLabel="Starting..."
    >
      {(frame) => (open ? <StartFields frame={frame} {...rest} /> : null)}
    </FormDialog>
  );
}

const formFields = z.object({ webhookId: z.string(), watchesOrders: z.boolean() });
type Fields = z.infer<typeof formFields>;

/** The choice of none; sent as null. */
const byEvents = 'events';
const eventsHint = `Let it ask with a test key in the next ${ordersWatchedFor / 60} minutes: one answer is withheld, one is short`;

interface StartFieldsProps extends Omit<StartExaminationDialogProps, 'open' | 'onClose'> {
  frame: FormFrame;
}

function StartFields({ frame, webhooks, onStarted }: StartFieldsProps) {
  const start = useStartExamination();
  const fields = useContractForm<Fields, Fields>({
    schema: formFields,
    mode: 'onSubmit',
    values: { webhookId: webhooks[0]?.id ?? byEvents, watchesOrders: true },
    submit: async ({ webhookId, watchesOrders }) =>
      onStarted(
        await start.mutateAsync({
          webhookId: webhookId === byEvents ? null : webhookId,
          watchesOrders,
        }),
      ),
    failed: 'The examination could not be started',
    isInline: true,
  });
  const options = [
    ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
    { value: byEvents, label: 'None: my system asks for events' },
  ];
  const isByEvents = fields.form.watch('webhookId') === byEvents;
  return (
    <DialogForm label="Start an examination" frame={frame} form={fields}>
      <SelectField
        label="Webhook"
        required
        options={options}
        {...fields.field('webhookId')}
        hint={isByEvents ? eventsHint : undefined}
      />
      <Switch
        label="Disturb Orders"
        description={`For ${ordersWatchedFor / 60} minutes the first three orders with test keys meet a bad network, to see whether your system repeats them with the same key`}
        disabled={fields.isBusy}
        {...fields.form.register('watchesOrders')}
      />
    </DialogForm>
  );
}
