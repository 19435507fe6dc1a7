import { networkNames, networkWords } from '@sente/contract/payments';
import { type Recipient, recipientBody } from '@sente/contract/recipients';
import { phoneText } from '@sente/contract/phone';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { useCreateRecipient, useRemoveRecipient, useRenameRecipient } from './recipient-queries.ts';

const maxLabelLength = 60;
const networkOptions = networkNames.map((value) => ({ value, label: networkWords[value] }));

interface AddDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export function AddRecipientDialog({ companyId, open, onClose }: AddDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Add Recipient"
      description="The network is asked who has the number, and the name is kept with it."
      submitLabel="Save"
      busyLabel="Saving..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <AddForm {...{ frame, companyId, onClose }} /> : null)}
    </FormDialog>
  );
}

function AddForm({ frame, companyId, onClose }: Omit<AddDialogProps, 'open'> & FramedProps) {
  const create = useCreateRecipient();
  const form = useContractForm({
    schema: recipientBody,
    values: { label: '', phoneNumber: '' },
    submit: async (body) => {
      await create.mutateAsync(body);
      notify.success(`${body.label} saved`);
      onClose();
    },
    failed: 'Failed to save the recipient',
    isInline: true,
  });
  const { phoneNumber = '', network = '' } = useWatch({ control: form.form.control });
  return (
    <DialogForm label="New recipient" frame={frame} form={form}>
      <TextField label="Name" required maxLength={maxLabelLength} {...form.field('label')} />
      <TextField
        label="Phone Number"
        required
        type="tel"
        autoComplete="off"
        {...form.field('phoneNumber')}
        hint="+256 772 123456"
      />
      <SelectField
        label="Network"
        required
        placeholder="Select a network..."
        options={networkOptions}
        {...form.field('network')}
      />
      <WalletHolder {...{ companyId, phoneNumber, network }} className="-mt-3" />
    </DialogForm>
  );
}

interface FramedProps {
  frame: FormFrame;
}

interface OneProps {
  /** Null closes it. */
  recipient: Recipient | null;
  onClose: () => void;
}

export function RenameRecipientDialog({ recipient, onClose }: OneProps) {
  return (
    <FormDialog
      open={recipient !== null}
      onClose={onClose}
      size="sm"
      title="Rename Recipient"
      submitLabel="Save"
      busyLabel="Saving..."
    >
      {(frame) => (recipient ? <RenameForm {...{ frame, recipient, onClose }} /> : null)}
    </FormDialog>
  );
}

const renameBody = z.pick(recipientBody, { label: true });

function RenameForm({ frame, recipient, onClose }: FramedProps & OneProps) {
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
      <TextField label="Name" required maxLength={maxLabelLength} {...form.field('label')} />
    </DialogForm>
  );
}

export function RemoveRecipientDialog({ recipient, onClose }: OneProps) {
  return (
    <ConfirmAction
      subject={recipient}
      change={useRemoveRecipient()}
      input={({ id }) => id}
      title={({ label }) => `Remove ${label}?`}
      description={({ phoneNumber }) =>
        `${phoneText(phoneNumber)} is no longer offered when money is sent. Payments to it stay as they are.`
      }
      confirmLabel="Remove"
      busyLabel="Removing..."
      done="Recipient removed"
      failed="Failed to remove the recipient"
      onClose={onClose}
    />
  );
}
