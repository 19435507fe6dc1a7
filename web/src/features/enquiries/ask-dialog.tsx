import { askBody } from '@sente/contract/enquiries';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAskProvider } from './enquiry-queries.ts';

interface AskDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function AskDialog({ open, onClose }: AskDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Ask the Provider"
      description="The provider reads it with the name of your company and yours. The answer is shown on this page, and sent to you by email where the provider sends mail."
      submitLabel="Send"
      busyLabel="Sending..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <AskForm frame={frame} onClose={onClose} /> : null)}
    </FormDialog>
  );
}

function AskForm({ frame, onClose }: { frame: FormFrame; onClose: () => void }) {
  const { mutateAsync } = useAskProvider();
  const form = useContractForm({
    schema: askBody,
    mode: 'onSubmit',
    values: { message: '' },
    submit: async (body) => {
      await mutateAsync(body);
      notify.success('Sent to the provider');
      onClose();
    },
    failed: 'Failed to send it',
    isInline: true,
  });
  return (
    <DialogForm label="Ask the Provider" frame={frame} form={form}>
      <TextAreaField
        label="What You Need"
        required
        counter
        rows={6}
        maxLength={2000}
        hint="Which limit, fee or ceiling, how much, from when, and what for. For example: payouts up to UGX 80,000,000 a day in December, because we pay 400 agents their bonus."
        readOnly={form.isBusy}
        {...form.field('message')}
      />
    </DialogForm>
  );
}
