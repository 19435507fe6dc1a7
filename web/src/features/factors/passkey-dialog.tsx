import type { FactorState } from '@sente/contract/factors';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { PasskeyFields, usePasskeyForm } from './passkey-form.tsx';
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

interface PasskeyFormProps {
  userId: string;
  before: FactorState;
  frame: FormFrame;
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

function PasskeyForm({ frame, ...options }: PasskeyFormProps) {
  const passkey = usePasskeyForm(options);
  return (
    <DialogForm label="Add passkey" frame={frame} form={passkey.form}>
      <PasskeyFields {...passkey} />
    </DialogForm>
  );
}
