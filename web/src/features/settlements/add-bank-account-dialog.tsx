import { bankAccountFields } from '@sente/contract/bank-accounts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAddBankAccount } from './settlement-queries.ts';

interface AddDialogProps {
  companyId: string;
  open: boolean;
  onClose: () => void;
}

export default function AddBankAccountDialog({ companyId, open, onClose }: AddDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Add Bank Account"
      description="The provider checks and approves it before money goes there. The other administrators of the company are told."
      submitLabel="Add"
      busyLabel="Adding..."
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
  const add = useAddBankAccount(companyId);
  const form = useContractForm({
    schema: bankAccountFields,
    values: { bank: '', branch: '', accountName: '', accountNumber: '' },
    submit: async (body) => {
      await add.mutateAsync(body);
      notify.success('The bank account waits for approval by the provider');
      onClose();
    },
    failed: 'Failed to add the bank account',
    isInline: true,
  });
  return (
    <DialogForm label="New bank account" frame={frame} form={form}>
      <TextField label="Bank" required maxLength={80} {...form.field('bank')} />
      <TextField label="Branch" maxLength={80} {...form.field('branch')} hint="Optional" />
      <TextField
        label="Account Name"
        required
        maxLength={100}
        {...form.field('accountName')}
        hint="As the bank has it"
      />
      <TextField
        label="Account Number"
        required
        inputMode="numeric"
        autoComplete="off"
        {...form.field('accountNumber')}
      />
    </DialogForm>
  );
}
