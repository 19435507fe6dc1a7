import type { FactorState } from '@sente/contract/factors';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasskeyFields, usePasskeyForm } from './passkey-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface PasskeySetupProps {
  userId: string;
  before: FactorState;
  doneLabel: string;
  /** The recovery codes are on the screen. */
  onCodes: () => void;
  onDone: () => void;
}

/** A first passkey, on a page of its own: the form, and then the recovery codes. */
export default function PasskeySetup(props: PasskeySetupProps) {
  const { userId, before, doneLabel, onCodes, onDone } = props;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const passkey = usePasskeyForm({
    userId,
    before,
    onDone: (recoveryCodes) => {
      if (!recoveryCodes) return onDone();
      setCodes(recoveryCodes);
      onCodes();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} doneLabel={doneLabel} onDone={onDone} />;
  const { submit, isBusy, failure } = passkey.form;
  return (
    <form noValidate onSubmit={submit} aria-label="Add passkey" className="flex flex-col gap-5">
      <p>
        Your browser asks for your fingerprint, face or PIN, or for a security key. It then signs
        you in without a password.
      </p>
      <PasskeyFields {...passkey} />
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Waiting...">
          Continue
        </Button>
      </div>
    </form>
  );
}
