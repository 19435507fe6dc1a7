import type { StartedApp } from '@sente/contract/factors';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
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
  /** The recovery codes are on the screen. */
  onCodes?: () => void;
  onDone: () => void;
}

/** An authenticator app in three steps: who it is, the code of the app, and the recovery codes. */
export function FactorSetup(props: FactorSetupProps) {
  const { userId, needsPassword, asksFactor, held, doneLabel, onCodes, onDone } = props;
  const [started, setStarted] = useState<StartedApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  if (codes) return <RecoveryCodes codes={codes} doneLabel={doneLabel} onDone={onDone} />;
  if (started) {
    return (
      <ConfirmStep
        userId={userId}
        started={started}
        isAnother={hasEnded}
        onDone={(recoveryCodes) => {
          if (!recoveryCodes) return onDone();
          setCodes(recoveryCodes);
          onCodes?.();
        }}
        onEnded={() => {
          setHasEnded(true);
          setStarted(null);
        }}
      />
    );
  }
  return (
    <StartStep
      userId={userId}
      held={held}
      asksPassword={needsPassword}
      asksFactor={asksFactor}
      notice={
        hasEnded ? 'The QR code has expired. Confirm that it is you to get a new one.' : undefined
      }
      onDone={setStarted}
    />
  );
}

interface StartStepProps {
  userId: string;
  held: HeldFactors;
  asksPassword: boolean;
  asksFactor: boolean;
  notice: string | undefined;
  onDone: (started: StartedApp) => void;
}

/** Asks who it is. Nothing is asked of somebody who signed in a moment ago, so it begins by itself. */
function StartStep({ userId, held, asksPassword, asksFactor, notice, onDone }: StartStepProps) {
  const proof = useProof({ userId, held, asksPassword, asksFactor });
  const { mutateAsync } = useStartApp(userId);
  const { field, submit, isBusy, failure } = useContractForm({
    schema: proof.rules,
    values: emptyProof,
    submit: async (typed) => {
      const started = await proof.show(typed, mutateAsync);
      if (started) onDone(started);
    },
    failed: (error) => proof.failed(error, 'Failed to set up the second factor'),
    isInline: true,
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || proof.asksPassword) return;
    hasBegun.current = true;
    void submit();
  });
  if (!proof.asksPassword && !failure) return <SkeletonRows count={4} label="Loading" />;
  return (
    <form noValidate onSubmit={submit} aria-label="Who you are" className="flex flex-col gap-5">
      <ProofFields field={field} proof={proof} notice={notice} />
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Checking...">
          {proof.asksPassword ? 'Continue' : 'Try Again'}
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
  /** The QR code of a former one has expired. */
  isAnother: boolean;
  onDone: (recoveryCodes: readonly string[] | null) => void;
  /** It took too long, and has to begin anew. */
  onEnded: () => void;
}

function ConfirmStep({ userId, started, isAnother, onDone, onEnded }: ConfirmStepProps) {
  const { mutateAsync } = useConfirmApp(userId);
  const { field, submit, isBusy, failure } = useContractForm({
    schema: codeRules,
    values: { code: '' },
    submit: async ({ code }) => onDone((await mutateAsync(code)).recoveryCodes),
    failed: (error) => {
      if (!hasSetupEnded(error)) return errorText(error, 'Failed to confirm the code');
      onEnded();
      return undefined;
    },
    isInline: true,
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
      {isAnother ? (
        <Banner tone="warning">
          The former QR code has expired. Delete its entry from your app, and scan this one.
        </Banner>
      ) : null}
      <p>
        Scan this code with an authenticator app on your phone, or type the key into it. Then enter
        the six digits that the app shows.
      </p>
      <QrCode
        text={started.uri}
        label="QR code for the authenticator app"
        className="mx-auto w-full max-w-52"
      />
      {/* The camera of a phone cannot scan its own screen, and a computer has no such app. */}
      <a
        href={started.uri}
        className="hidden self-center rounded-sm text-accent-text underline underline-offset-3 pointer-coarse:block"
      >
        Open in the app
      </a>
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

function hasSetupEnded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'challenge_ended';
}
