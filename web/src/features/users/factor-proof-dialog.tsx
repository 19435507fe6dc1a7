import { useState } from 'react';
import { useContractForm } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { emptyProof, ProofFields, proofRules } from './factor-proof-fields.tsx';
import { useRemoveApp, useRenewCodes } from './factor-queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What is done with a password and a code. */
export type ProofPurpose = 'remove' | 'renew';

interface FactorProofDialogProps {
  userId: string;
  purpose: ProofPurpose;
  open: boolean;
  onClose: () => void;
}

const texts = {
  remove: {
    title: 'Remove Authenticator App',
    description: 'Your password alone is enough to sign in then. Your other sessions are ended.',
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
  const { userId, purpose, open, onClose } = props;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { title, description, ...labels } = texts[purpose];
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
        purpose === 'remove' ? (
          <RemoveForm userId={userId} frame={frame} onDone={onClose} />
        ) : (
          <RenewForm userId={userId} frame={frame} onDone={setCodes} />
        )
      }
    </FormDialog>
  );
}

interface FormProps<Result> {
  userId: string;
  frame: FormFrame;
  onDone: (result: Result) => void;
}

function RemoveForm({ userId, frame, onDone }: FormProps<void>) {
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
      <ProofFields field={form.field} asksCode />
    </DialogForm>
  );
}

function RenewForm({ userId, frame, onDone }: FormProps<readonly string[]>) {
  const { mutateAsync } = useRenewCodes(userId);
  const form = useContractForm({
    schema: proofRules,
    values: emptyProof,
    submit: async (proof) => onDone(await mutateAsync(proof)),
    failed: 'Failed to make new recovery codes',
  });
  return (
    <DialogForm label="New recovery codes" frame={frame} form={form}>
      <ProofFields field={form.field} asksCode />
    </DialogForm>
  );
}
