import { recipientBody, recipientLabelMaxLength, type Recipient } from '@sente/contract/recipients';
import * as z from 'zod/mini';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useRenameRecipient } from './recipient-queries.ts';

interface RenameDialogProps {
  /** Null while it is closed. */
  recipient: Recipient | null;
  open: boolean;
  onClose: () => void;
}

export default function RenameRecipientDialog({ open, ...of }: RenameDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={of.onClose}
      size="sm"
      title="Rename Recipient"
      submitLabel="Save"
      busyLabel="Saving..."
    >
      {(frame) => (open ? <RenameForm {...of} frame={frame} /> : null)}
    </FormDialog>
  );
}

const renameBody = z.pick(recipientBody, { label: true });

interface RenameFormProps extends Omit<RenameDialogProps, 'open'> {
  frame: FormFrame;
}

function RenameForm({ frame, recipient, onClose }: RenameFormProps) {
  const rename = useRenameRecipient();
  const form = useContractForm({
    schema: renameBody,
    values: { label: recipient?.label ?? '' },
    submit: async ({ label }) => {
      await rename.mutateAsync({ id: recipient?.id ?? '', label });
      notify.success('Recipient renamed');
      onClose();
    },
    failed: 'Failed to rename the recipient',
    isInline: true,
  });
  return (
    <DialogForm label="Recipient" frame={frame} form={form}>
      <TextField
        label="Name"
        required
        maxLength={recipientLabelMaxLength}
        {...form.field('label')}
      />
    </DialogForm>
  );
}
