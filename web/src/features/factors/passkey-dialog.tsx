import type { FactorState } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { passkeyName } from '@sente/contract/passkeys';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { passkeyNotUsed } from '../../lib/passkey-support.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { emptyProof, ProofFields, useProof } from './factor-proof-fields.tsx';
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
  const [before] = useState(state);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) {
    return (
      <Dialog open={open} onClose={onClose} title={title} description="" isShownOnce footer={null}>
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
          before={before}
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

const name = { name: passkeyName };

interface PasskeyFormProps {
  userId: string;
  before: FactorState;
  frame: FormFrame;
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

function PasskeyForm(props: PasskeyFormProps) {
  const { userId, before, frame, onDone } = props;
  const proof = useProof({
    userId,
    held: before,
    asksPassword: before.needsPassword,
    asksFactor: before.needsCode,
  });
  const { mutateAsync } = useAddPasskey(userId);
  const form = useContractForm({
    schema: z.extend(proof.rules, name),
    values: { name: '', ...emptyProof },
    submit: async ({ name: chosen, ...typed }) => {
      const send = (shown: FactorProof) => mutateAsync({ name: chosen, ...shown });
      const added = await proof.show(typed, send);
      if (added) onDone(added.recoveryCodes);
    },
    failed: (error) =>
      error instanceof ApiError ? proof.failed(error, 'Failed to add the passkey') : passkeyNotUsed,
    isInline: true,
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
      <ProofFields field={form.field} proof={proof} />
    </DialogForm>
  );
}
