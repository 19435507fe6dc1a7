import { factorProofForm, type FactorState } from '@sente/contract/factors';
import { passkeyName } from '@sente/contract/passkeys';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { passkeyNotUsed } from '../../lib/passkey-support.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useAddPasskey } from './passkey-queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface PasskeyDialogProps {
  userId: string;
  state: FactorState;
  open: boolean;
  onClose: () => void;
}

const title = 'Add Passkey';

/** The browser asks for a finger, a face or a PIN, and keeps the key. */
export default function PasskeyDialog({ userId, state, open, onClose }: PasskeyDialogProps) {
  // As it was when the dialog was opened: the card behind it changes with the last step.
  const [{ needsPassword }] = useState(state);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <Dialog open={open} onClose={onClose} title={title} description="" footer={null}>
        <RecoveryCodes codes={codes} doneLabel="I Have Saved Them" onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description="With your fingerprint, face or PIN, or with a security key. It signs you in without a password."
      submitLabel="Continue"
      busyLabel="Waiting..."
    >
      {(frame) => (
        <PasskeyForm
          userId={userId}
          needsPassword={needsPassword}
          frame={frame}
          onDone={(recoveryCodes) => {
            notify.success('The passkey is added');
            if (recoveryCodes) setCodes(recoveryCodes);
            else onClose();
          }}
        />
      )}
    </FormDialog>
  );
}

const named = z.object({ name: passkeyName, currentPassword: z.string() });
const proved = z.object({
  name: passkeyName,
  currentPassword: factorProofForm.shape.currentPassword,
});

interface PasskeyFormProps {
  userId: string;
  needsPassword: boolean;
  frame: FormFrame;
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

function PasskeyForm({ userId, needsPassword, frame, onDone }: PasskeyFormProps) {
  const { mutateAsync } = useAddPasskey(userId);
  const form = useContractForm({
    schema: needsPassword ? proved : named,
    values: { name: '', currentPassword: '' },
    submit: async ({ name, currentPassword }) => {
      const input = { name, ...(needsPassword && { currentPassword }) };
      onDone((await mutateAsync(input)).recoveryCodes);
    },
    failed: (error) =>
      error instanceof ApiError ? errorText(error, 'Failed to add the passkey') : passkeyNotUsed,
  });
  return (
    <DialogForm label="Add passkey" frame={frame} form={form}>
      <TextField
        label="Name"
        required
        maxLength={60}
        hint="To know it by, such as: My phone"
        {...form.field('name')}
      />
      {needsPassword ? (
        <PasswordField
          label="Password"
          required
          maxLength={100}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      ) : null}
    </DialogForm>
  );
}
