import type { StartedApp } from '@sente/contract/factors';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorText } from '../../api/error-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useContractForm } from '../../ui/contract-form.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { emptyProof, ProofFields, useProof, type HeldFactors } from './factor-proof-fields.tsx';
import { useConfirmApp, useStartApp } from './factor-queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface FactorSetupProps {
  userId: string;
  needsPassword: boolean;
  /** Has one already, and shows it. */
  asksFactor: boolean;
  held: HeldFactors;
  doneLabel: string;
  onDone: () => void;
}

/** An authenticator app in three steps: who it is, the code of the app, and the recovery codes. */
export function FactorSetup({ userId, needsPassword, asksFactor, held, ...end }: FactorSetupProps) {
  const [started, setStarted] = useState<StartedApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} {...end} />;
  if (started) {
    return (
      <ConfirmStep
        userId={userId}
        started={started}
        onDone={(recoveryCodes) => (recoveryCodes ? setCodes(recoveryCodes) : end.onDone())}
      />
    );
  }
  return needsPassword ? (
    <ProofStep userId={userId} asksFactor={asksFactor} held={held} onDone={setStarted} />
  ) : (
    <StartStep userId={userId} onDone={setStarted} />
  );
}

interface StepProps {
  userId: string;
  onDone: (started: StartedApp) => void;
}

/** The person signed in a moment ago, so nothing has to be asked. */
function StartStep({ userId, onDone }: StepProps) {
  const { mutateAsync, error, reset } = useStartApp(userId);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || error) return;
    isAsked.current = true;
    // A failure is shown below.
    mutateAsync({}).then(onDone, () => {});
  }, [mutateAsync, onDone, error]);
  if (!error) return <SkeletonRows count={4} label="Loading" />;
  const retry = () => {
    isAsked.current = false;
    reset();
  };
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="danger">{errorText(error, 'Failed to set up the second factor')}</Banner>
      <Button onClick={retry}>Try Again</Button>
    </div>
  );
}

interface ProofStepProps extends StepProps {
  asksFactor: boolean;
  held: HeldFactors;
}

function ProofStep({ userId, asksFactor, held, onDone }: ProofStepProps) {
  const proof = useProof({ userId, held, asksFactor });
  const { mutateAsync } = useStartApp(userId);
  const { field, submit, isBusy, failure } = useContractForm({
    schema: proof.rules,
    values: emptyProof,
    submit: async (typed) => onDone(await mutateAsync(await proof.show(typed))),
    failed: (error) => proof.failed(error, 'Failed to set up the second factor'),
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Who you are" className="flex flex-col gap-5">
      <ProofFields field={field} proof={proof} />
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Checking...">
          Continue
        </Button>
      </div>
    </form>
  );
}

/** There are no recovery codes yet. */
const codeRules = z.object({
  code: z.string().check(z.regex(/^\s*\d(?:[ -]?\d){5}\s*$/, 'Enter the six digits of your app')),
});

interface ConfirmStepProps {
  userId: string;
  started: StartedApp;
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

function ConfirmStep({ userId, started, onDone }: ConfirmStepProps) {
  const { mutateAsync } = useConfirmApp(userId);
  const { field, submit, isBusy, failure } = useContractForm({
    schema: codeRules,
    values: { code: '' },
    submit: async ({ code }) => onDone((await mutateAsync(code)).recoveryCodes),
    failed: 'Failed to confirm the code',
  });
  // As people type it, in groups of four.
  const shown = started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Authenticator app"
      className="flex flex-col gap-5"
    >
      <p>
        Scan this code with an authenticator app on your phone, or type the key into it. Then enter
        the six digits that the app shows.
      </p>
      <QrCode
        text={started.uri}
        label="QR code for the authenticator app"
        className="mx-auto w-full max-w-52"
      />
      <p className="flex items-center justify-center gap-1 text-center">
        <span className="min-w-0 font-mono text-13 wrap-anywhere">{shown}</span>
        <CopyButton value={started.secret} label="Key" />
      </p>
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...field('code')}
      />
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Checking...">
          Confirm
        </Button>
      </div>
    </form>
  );
}
