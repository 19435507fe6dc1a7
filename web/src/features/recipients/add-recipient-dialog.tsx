import { networkNames, networkWords } from '@sente/contract/payments';
import { recipientBody, recipientLabelMaxLength } from '@sente/contract/recipients';
import { useWatch } from 'react-hook-form';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { WalletHolder } from '../../ui/wallet-holder.tsx';
import { useCreateRecipient } from './recipient-queries.ts';

const networkOptions = networkNames.map((value) => ({ value, label: networkWords[value] }));

interface AddDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export default function AddRecipientDialog({ companyId, open, onClose }: AddDialogProps) {
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

function AddForm({
  frame,
  companyId,
  onClose,
}: Omit<AddDialogProps, 'open'> & { frame: FormFrame }) {
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
      <TextField
        label="Name"
        required
        maxLength={recipientLabelMaxLength}
        {...form.field('label')}
      />
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
