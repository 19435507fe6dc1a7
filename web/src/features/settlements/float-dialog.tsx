import { networkNames, networkWords } from '@sente/contract/payments';
import { floatTransferBody } from '@sente/contract/settlement-batches';
import { amountToCheck } from '../../lib/typed-amount.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { notify } from '../../ui/toast.tsx';
import { useMoveFloat } from './settlement-queries.ts';

interface FloatDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Books money of the provider between its bank and a network, for a second person to approve. */
export default function FloatDialog({ open, onClose }: FloatDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Move Float"
      description="For a transfer that the bank has made. It is booked once a second person approves."
      submitLabel="Ask for Approval"
      busyLabel="Asking..."
    >
      {(frame) => (open ? <FloatForm frame={frame} onClose={onClose} /> : null)}
    </FormDialog>
  );
}

const networkOptions = networkNames.map((value) => ({ value, label: networkWords[value] }));
const directionOptions = [
  { value: 'to-network', label: 'From the bank to the network' },
  { value: 'to-bank', label: 'From the network to the bank' },
];

function FloatForm({ frame, onClose }: { frame: FormFrame; onClose: () => void }) {
  const move = useMoveFloat();
  const form = useContractForm({
    schema: floatTransferBody,
    values: { direction: 'to-network', bankReference: '' },
    submit: async (body) => {
      await move.mutateAsync(body);
      notify.success('The transfer waits for a second person');
      onClose();
    },
    failed: 'Failed to ask for the transfer',
    isInline: true,
  });
  return (
    <DialogForm label="Float" frame={frame} form={form}>
      <SelectField
        label="Network"
        required
        placeholder="Select a network..."
        options={networkOptions}
        {...form.field('network')}
      />
      <SelectField
        label="Direction"
        required
        options={directionOptions}
        {...form.field('direction')}
      />
      <MoneyField
        label="Amount"
        required
        readOnly={form.isBusy}
        {...form.field('amount', { setValueAs: (typed) => amountToCheck(`${typed ?? ''}`) })}
      />
      <TextField
        label="Bank's Reference"
        required
        maxLength={60}
        autoComplete="off"
        {...form.field('bankReference')}
      />
    </DialogForm>
  );
}
