import { examinations, ordersWatchedFor, type Examination } from '@sente/contract/examinations';
import type { BodyInputOf, BodyOf } from '@sente/contract/endpoint';
import type { OwnWebhook } from '@sente/contract/own-webhooks';
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
      description="Attacks the webhook with about 20 messages: doubled, reordered, late, forged and cut off. Nothing of it is real."
      submitLabel="Start Examination"
      busyLabel="Starting..."
    >
      {(frame) => (open ? <StartFields frame={frame} {...rest} /> : null)}
    </FormDialog>
  );
}

type Typed = BodyInputOf<typeof examinations.start>;
type Sent = BodyOf<typeof examinations.start>;

interface StartFieldsProps extends Omit<StartExaminationDialogProps, 'open' | 'onClose'> {
  frame: FormFrame;
}

function StartFields({ frame, webhooks, onStarted }: StartFieldsProps) {
  const start = useStartExamination();
  const fields = useContractForm<Typed, Sent>({
    schema: examinations.start.body,
    mode: 'onSubmit',
    values: { webhookId: webhooks[0]?.id ?? '', watchesOrders: true },
    submit: async (body) => onStarted(await start.mutateAsync(body)),
    failed: 'The examination could not be started',
    isInline: true,
  });
  const options = webhooks.map(({ id, url }) => ({ value: id, label: url }));
  return (
    <DialogForm label="Start an examination" frame={frame} form={fields}>
      <SelectField label="Webhook" required options={options} {...fields.field('webhookId')} />
      <Switch
        label="Disturb Orders"
        description={`For ${ordersWatchedFor / 60} minutes the first three orders with test keys meet a bad network, to see whether your system repeats them with the same key`}
        disabled={fields.isBusy}
        {...fields.form.register('watchesOrders')}
      />
    </DialogForm>
  );
}
