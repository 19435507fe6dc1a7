import type { Passkey } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import type { HeldFactors } from './factor-proof-fields.tsx';
import { useRemoveApp, useRenewCodes } from './factor-queries.ts';
import { useRemovePasskey } from './passkey-queries.ts';
import { ProofForm } from './proof-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What is done with a password and the present factor. */
export type ProofPurpose = 'remove' | 'renew' | { readonly passkey: Passkey };

interface FactorProofDialogProps {
  userId: string;
  purpose: ProofPurpose;
  held: HeldFactors;
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
    description: 'The former codes stop working. Your other sessions are ended.',
    submitLabel: 'Make New Codes',
    busyLabel: 'Making Codes...',
  },
} as const;

export default function FactorProofDialog(props: FactorProofDialogProps) {
  const { userId, purpose, held, open, onClose } = props;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title, description, ...labels } = textsOf(purpose);
  if (codes) {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title={title}
        description={description}
        isShownOnce
        footer={null}
      >
        <RecoveryCodes codes={codes} doneLabel="I Have Saved Them" onDone={onClose} />
      </Dialog>
    );
  }
  const window = { open, onClose, title, description, ...labels };
  return (
    <FormDialog {...window}>
      {(frame) =>
        purpose === 'renew' ? (
          <RenewForm userId={userId} held={held} frame={frame} onDone={setCodes} />
        ) : purpose === 'remove' ? (
          <RemoveForm userId={userId} held={held} frame={frame} onDone={onClose} />
        ) : (
          <RemovePasskeyForm
            userId={userId}
            passkeyId={purpose.passkey.id}
            held={held}
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
  held: HeldFactors;
  frame: FormFrame;
  onDone: (result: Result) => void;
}

function RemovePasskeyForm({
  userId,
  passkeyId,
  onDone,
  ...rest
}: FormProps<void> & { passkeyId: string }) {
  const { mutateAsync } = useRemovePasskey(userId, passkeyId);
  const submit = async (shown: FactorProof) => {
    await mutateAsync(shown);
    notify.success('The passkey is removed');
    onDone();
  };
  const texts = { label: 'Remove passkey', failed: 'Failed to remove the passkey' };
  return <ProofForm {...rest} {...texts} userId={userId} submit={submit} />;
}

function RemoveForm({ userId, onDone, ...rest }: FormProps<void>) {
  const { mutateAsync } = useRemoveApp(userId);
  const submit = async (shown: FactorProof) => {
    await mutateAsync(shown);
    notify.success('The authenticator app is removed');
    onDone();
  };
  const texts = {
    label: 'Remove authenticator app',
    failed: 'Failed to remove the authenticator app',
  };
  return <ProofForm {...rest} {...texts} userId={userId} submit={submit} />;
}

function RenewForm({ userId, onDone, ...rest }: FormProps<readonly string[]>) {
  const { mutateAsync } = useRenewCodes(userId);
  const submit = async (shown: FactorProof) => onDone(await mutateAsync(shown));
  const texts = { label: 'New recovery codes', failed: 'Failed to make new recovery codes' };
  return <ProofForm {...rest} {...texts} userId={userId} submit={submit} />;
}
