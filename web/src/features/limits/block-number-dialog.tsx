import { blockForm } from '@sente/contract/limits';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useBlockNumber } from './limit-queries.ts';

interface BlockNumberDialogProps {
  open: boolean;
  /** Null for all companies. */
  companyId: string | null;
  onClose: () => void;
}

export default function BlockNumberDialog({ open, companyId, onClose }: BlockNumberDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Block Number"
      description={`New payments ${companyId === null ? 'of all companies ' : ''}to and from this number are refused at once. Payments under way are finished.`}
      submitLabel="Block Number"
      busyLabel="Blocking..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <BlockForm {...{ frame, companyId, onClose }} /> : null)}
    </FormDialog>
  );
}

interface BlockFormProps extends Pick<BlockNumberDialogProps, 'companyId' | 'onClose'> {
  frame: FormFrame;
}

function BlockForm({ frame, companyId, onClose }: BlockFormProps) {
  const { mutateAsync } = useBlockNumber(companyId);
  const form = useContractForm({
    schema: blockForm,
    mode: 'onSubmit',
    values: { phoneNumber: '', reason: '' },
    submit: async (body) => {
      await mutateAsync(body);
      notify.success('Number blocked');
      onClose();
    },
    failed: 'Failed to block the number',
    isInline: true,
  });
  const { field, isBusy } = form;
  return (
    <DialogForm label="Block Number" frame={frame} form={form}>
      <TextField
        label="Phone Number"
        required
        inputMode="tel"
        hint="For example 0772 123 456"
        readOnly={isBusy}
        {...field('phoneNumber')}
      />
      <TextField label="Reason" required maxLength={200} readOnly={isBusy} {...field('reason')} />
    </DialogForm>
  );
}
