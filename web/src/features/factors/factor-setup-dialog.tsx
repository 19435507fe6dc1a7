import type { FactorState } from '@sente/contract/factors';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { FactorSetup } from './factor-setup.tsx';

interface FactorSetupDialogProps {
  userId: string;
  state: FactorState;
  open: boolean;
  onClose: () => void;
}

export default function FactorSetupDialog({
  userId,
  state,
  open,
  onClose,
}: FactorSetupDialogProps) {
  // As it was when the dialog was opened: the card behind it changes with the last step.
  const [before] = useState(state);
  const [hasCodes, setHasCodes] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={before.app ? 'Replace Authenticator App' : 'Set Up Authenticator App'}
      description="From then on, signing in asks for a code of the app besides the password."
      isShownOnce={hasCodes}
      footer={null}
    >
      <FactorSetup
        userId={userId}
        needsPassword={before.needsPassword}
        asksFactor={before.app !== null || before.needsCode}
        held={before}
        doneLabel="I Have Saved Them"
        onCodes={() => setHasCodes(true)}
        onDone={() => {
          notify.success('Your second factor is set up');
          onClose();
        }}
      />
    </Dialog>
  );
}
