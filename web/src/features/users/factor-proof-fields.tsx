import { factorProofForm } from '@sente/contract/factors';
import * as z from 'zod/mini';
import type { ContractForm } from '../../ui/contract-form.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';

export const proofRules = factorProofForm;
/** Without a second factor there is no code to ask for. */
export const passwordRules = z.object({ currentPassword: factorProofForm.shape.currentPassword });
export const emptyProof = { currentPassword: '', code: '' };

type Field = ContractForm<{ currentPassword: string; code: string }>['field'];

/** What a person who changes a second factor knows and has. */
interface ProofFieldsProps {
  field: Field;
  asksCode: boolean;
  /** Without an app only a recovery code works. */
  hasApp?: boolean | undefined;
}

export function ProofFields({ field, asksCode, hasApp = true }: ProofFieldsProps) {
  return (
    <>
      <PasswordField
        label="Password"
        required
        maxLength={100}
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      {asksCode ? (
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
    </>
  );
}
