import type { Passkey } from '@sente/contract/factors';
import { useState } from 'react';
import { useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { emptyProof, ProofFields, proofRules } from './factor-proof-fields.tsx';
import { useRemoveApp, useRenewCodes } from './factor-queries.ts';
import { useRemovePasskey } from './passkey-queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What is done with a password and a code. */
export type ProofPurpose = 'remove' | 'renew' | { readonly passkey: Passkey };

interface FactorProofDialogProps {
  userId: string;
  purpose: ProofPurpose;
  hasApp: boolean;
  open: boolean;
  onClose: () => void;
}

const texts = {
  remove: {
    title: 'Remove Authenticator App',
    description: 'Signing in does not accept its codes any more. Your other sessions are ended.',
    submitLabel: 'Remove',
    busyLabel: 'Removing...',
  },
  renew: {
    title: 'New Recovery Codes',
    description: 'The former codes stop working.',
    submitLabel: 'Make New Codes',
    busyLabel: 'Making Codes...',
  },
} as const;

export default function FactorProofDialog(props: FactorProofDialogProps) {
  const { userId, purpose, hasApp, open, onClose } = props;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title, description, ...labels } = textsOf(purpose);
  if (codes) {
    return (
      <Dialog open={open} onClose={onClose} title={title} description={description} footer={null}>
        <RecoveryCodes codes={codes} doneLabel="I Have Saved Them" onDone={onClose} />
      </Dialog>
    );
  }
  const window = { open, onClose, title, description, ...labels };
  return (
    <FormDialog {...window}>
      {(frame) =>
        purpose === 'renew' ? (
          <RenewForm userId={userId} hasApp={hasApp} frame={frame} onDone={setCodes} />
        ) : purpose === 'remove' ? (
          <RemoveForm userId={userId} hasApp frame={frame} onDone={onClose} />
        ) : (
          <RemovePasskeyForm
            userId={userId}
            passkeyId={purpose.passkey.id}
            hasApp={hasApp}
            frame={frame}
            onDone={onClose}
          />
        )
      }
    </FormDialog>
  );
}

function textsOf(purpose: ProofPurpose) {
  if (typeof purpose === 'string') return texts[purpose];
  const { name } = purpose.passkey;
  const description = `Signing in does not accept "${name}" any more. Your other sessions are ended.`;
  return { ...texts.remove, title: 'Remove Passkey', description };
}

interface FormProps<Result> {
  userId: string;
  hasApp: boolean;
  frame: FormFrame;
  onDone: (result: Result) => void;
}

function RemovePasskeyForm({
  userId,
  passkeyId,
  hasApp,
  frame,
  onDone,
}: FormProps<void> & { passkeyId: string }) {
  const { mutateAsync } = useRemovePasskey(userId, passkeyId);
  const form = useContractForm({
    schema: proofRules,
    values: emptyProof,
    submit: async (proof) => {
      await mutateAsync(proof);
      notify.success('The passkey is removed');
      onDone();
    },
    failed: 'Failed to remove the passkey',
  });
  return (
    <DialogForm label="Remove passkey" frame={frame} form={form}>
      <ProofFields field={form.field} asksCode hasApp={hasApp} />
    </DialogForm>
  );
}

function RemoveForm({ userId, hasApp, frame, onDone }: FormProps<void>) {
  const { mutateAsync } = useRemoveApp(userId);
  const form = useContractForm({
    schema: proofRules,
    values: emptyProof,
    submit: async (proof) => {
      await mutateAsync(proof);
      notify.success('The authenticator app is removed');
      onDone();
    },
    failed: 'Failed to remove the authenticator app',
  });
  return (
    <DialogForm label="Remove authenticator app" frame={frame} form={form}>
      <ProofFields field={form.field} asksCode hasApp={hasApp} />
    </DialogForm>
  );
}

function RenewForm({ userId, hasApp, frame, onDone }: FormProps<readonly string[]>) {
  const { mutateAsync } = useRenewCodes(userId);
  const form = useContractForm({
    schema: proofRules,
    values: emptyProof,
    submit: async (proof) => onDone(await mutateAsync(proof)),
    failed: 'Failed to make new recovery codes',
  });
  return (
    <DialogForm label="New recovery codes" frame={frame} form={form}>
      <ProofFields field={form.field} asksCode hasApp={hasApp} />
    </DialogForm>
  );
}
