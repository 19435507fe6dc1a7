import {
  overlapNames,
  type ApiKey,
  type NewApiKey,
  type Overlap,
  rotateKeyBody,
} from '@sente/contract/api-keys';
import { useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select.tsx';
import { useRotateKey } from './api-key-queries.ts';
import { PublicKeyField } from './create-key-dialog.tsx';

interface RotateKeyDialogProps {
  open: boolean;
  apiKey: ApiKey | null;
  onClose: () => void;
  onMade: (made: NewApiKey) => void;
}

const overlapWords: Record<Overlap, string> = {
  none: 'At once',
  hour: 'In 1 hour',
  day: 'In 1 day',
  week: 'In 7 days',
};
const overlapOptions = overlapNames.map((value) => ({ value, label: overlapWords[value] }));

export default function RotateKeyDialog({ open, apiKey, onClose, onMade }: RotateKeyDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={`Rotate ${apiKey?.name ?? 'API Key'}`}
      description="Makes a new key with its own channel ID, and the same scopes and addresses. Both work until the old one ends."
      submitLabel="Rotate Key"
      busyLabel="Rotating..."
    >
      {(frame) => (open && apiKey ? <RotateForm {...{ frame, apiKey, onMade }} /> : null)}
    </FormDialog>
  );
}

interface RotateFormProps {
  frame: FormFrame;
  apiKey: ApiKey;
  onMade: (made: NewApiKey) => void;
}

function RotateForm({ frame, apiKey, onMade }: RotateFormProps) {
  const rotate = useRotateKey();
  const hasPair = apiKey.algorithm === 'ed25519';
  const fields = useContractForm({
    schema: rotateKeyBody,
    values: { overlap: 'day', ...(hasPair && { publicKey: '' }) },
    submit: async ({ overlap, publicKey = null }) =>
      onMade(await rotate.mutateAsync({ id: apiKey.id, overlap, publicKey })),
    failed: 'The API key could not be rotated',
    isInline: true,
  });
  const { field, isBusy } = fields;
  return (
    <DialogForm label="Rotate API key" frame={frame} form={fields}>
      <SelectField
        label="The Old Key Ends"
        required
        options={overlapOptions}
        {...field('overlap')}
        hint="Time to put the new key into your systems"
      />
      {hasPair ? <PublicKeyField readOnly={isBusy} {...field('publicKey')} /> : null}
    </DialogForm>
  );
}
