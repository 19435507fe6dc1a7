import { factorProofForm, type FactorState } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { passkeys } from '@sente/contract/passkeys';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { errorText } from '../../api/error-text.ts';
import { canUsePasskeys, passkeyNotUsed } from '../../lib/passkey-support.ts';
import { Banner } from '../../ui/banner.tsx';
import type { ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';

export const emptyProof = { currentPassword: '', code: '' };
export type TypedProof = typeof emptyProof;
export type ProofField = (name: keyof TypedProof) => ReturnType<ContractForm<TypedProof>['field']>;

const { currentPassword, code } = factorProofForm.shape;
/** For whoever signed in a moment ago. */
const noRules = z.object({ currentPassword: z.string(), code: z.string() });
/** A passkey is shown to the browser, and without a second factor there is nothing to show. */
const passwordRules = z.object({ currentPassword, code: z.string() });
const codeRules = z.object({ currentPassword, code });

/** What somebody has who changes the own second factor. */
export type HeldFactors = Pick<FactorState, 'app' | 'passkeys'>;

interface ProofOptions {
  userId: string;
  /** Undefined until it is known. */
  held: HeldFactors | undefined;
  /** False if the person signed in a moment ago and has no second factor. */
  asksPassword?: boolean;
  /** False if the password alone is enough. */
  asksFactor: boolean;
}

export interface Proof {
  readonly asksPassword: boolean;
  readonly way: 'code' | 'passkey' | 'none';
  readonly rules: typeof noRules | typeof passwordRules | typeof codeRules;
  /** Undefined if there is no other way. */
  readonly change: (() => void) | undefined;
  readonly hasApp: boolean;
  /** The form was open for too long, so that more is asked for than before. */
  readonly isOutdated: boolean;
  /**
   * Calls `send` with what the server is sent; the browser asks for the passkey. Undefined if the server
   * misses something, which is asked for then.
   */
  show<Result>(
    typed: TypedProof,
    send: (shown: FactorProof) => Promise<Result>,
  ): Promise<Result | undefined>;
  /** The text of a failure; `unexplained` if the server gives no reason. */
  failed(error: unknown, unexplained: string): string;
}

/**
 * The password, and the present factor: a code, or a passkey of somebody who has one. What was not asked
 * for is asked for once the server misses it: a sign-in counts for a few minutes, and the form may be
 * open for longer.
 */
export function useProof({ userId, held, ...first }: ProofOptions): Proof {
  const [missed, setMissed] = useState({ password: false, factor: false });
  const asksFactor = first.asksFactor || missed.factor;
  const asksPassword = (first.asksPassword ?? true) || missed.password || asksFactor;
  // Whoever shows a code and is not known to have a passkey has an app.
  const hasApp = !held || held.app !== null || held.passkeys.length === 0;
  const hasPasskey = held !== undefined && held.passkeys.length > 0 && canUsePasskeys();
  const [chosen, setChosen] = useState<'code' | 'passkey'>();
  // Once: what the person has changes with the last step, and the form stays as it is.
  if (held && !chosen) setChosen(hasPasskey && !hasApp ? 'passkey' : 'code');
  const way = asksFactor ? (chosen ?? 'code') : 'none';

  async function read(typed: TypedProof): Promise<FactorProof> {
    if (!asksPassword) return {};
    const proof = { currentPassword: typed.currentPassword };
    // Nothing else that the form has.
    if (way === 'code') return { ...proof, code: typed.code };
    if (way === 'none') return proof;
    const { data } = await call(passkeys.ask, { params: { id: userId } });
    // The code for it loads when it is used.
    const { askPasskey } = await import('../../lib/passkeys.ts');
    const answer = await askPasskey(data.options);
    return { ...proof, passkey: { challenge: data.challenge, answer } };
  }

  return {
    asksPassword,
    way,
    rules: !asksPassword ? noRules : way === 'code' ? codeRules : passwordRules,
    change:
      asksFactor && hasPasskey
        ? () => setChosen(chosen === 'code' ? 'passkey' : 'code')
        : undefined,
    hasApp,
    isOutdated: missed.password || missed.factor,
    async show(typed, send) {
      const shown = await read(typed);
      try {
        return await send(shown);
      } catch (error) {
        const fields = error instanceof ApiError ? error.fields : {};
        const password = !asksPassword && 'currentPassword' in fields;
        const factor = !asksFactor && 'code' in fields;
        if (!password && !factor) throw error;
        setMissed({ password, factor });
        return undefined;
      }
    },
    failed: (error, unexplained) =>
      way === 'passkey' && !(error instanceof ApiError)
        ? passkeyNotUsed
        : errorText(error, unexplained),
  };
}

const proofOutdated = 'You signed in a while ago. Confirm that it is you to go on.';

interface ProofFieldsProps {
  field: ProofField;
  proof: Proof;
  /** Why it is asked for. Without it, a form that was open for too long says so. */
  notice?: string | undefined;
}

export function ProofFields({ field, proof, notice }: ProofFieldsProps) {
  if (!proof.asksPassword) return null;
  const reason = notice ?? (proof.isOutdated ? proofOutdated : undefined);
  return (
    <>
      {reason ? <Banner>{reason}</Banner> : null}
      <PasswordField
        label="Password"
        required
        maxLength={100}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <FactorFields field={field} proof={proof} />
    </>
  );
}

/** Without the password. */
export function FactorFields({ field, proof }: Pick<ProofFieldsProps, 'field' | 'proof'>) {
  const { way, change, hasApp } = proof;
  return (
    <>
      {way === 'code' ? (
        <TextField
          label="Code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          hint={hasApp ? 'From your app, or a recovery code' : 'A recovery code'}
          {...field('code')}
        />
      ) : null}
      {way === 'passkey' ? <p>Your browser asks for your passkey next.</p> : null}
      {change ? (
        <button type="button" className="link self-start rounded-sm" onClick={change}>
          {way === 'passkey'
            ? hasApp
              ? 'Use a code instead'
              : 'Use a recovery code instead'
            : 'Use a passkey instead'}
        </button>
      ) : null}
    </>
  );
}
