import type { FactorState } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { passkeyName } from '@sente/contract/passkeys';
import * as z from 'zod/mini';
import { ApiError } from '../../api/api-error.ts';
import { passkeyNotUsed } from '../../lib/passkey-support.ts';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { emptyProof, ProofFields, useProof } from './factor-proof-fields.tsx';
import { useAddPasskey } from './passkey-queries.ts';

const name = { name: passkeyName };

interface PasskeyFormOptions {
  userId: string;
  /** What the person had before. */
  before: FactorState;
  onDone: (recoveryCodes: readonly string[] | null) => void;
}

/** Of a new passkey, in a dialog or on a page. */
export function usePasskeyForm({ userId, before, onDone }: PasskeyFormOptions) {
  const proof = useProof({
    userId,
    held: before,
    asksPassword: before.needsPassword,
    asksFactor: before.needsCode,
  });
  const { mutateAsync } = useAddPasskey(userId);
  const form = useContractForm({
    schema: z.extend(proof.rules, name),
    values: { name: '', ...emptyProof },
    submit: async ({ name: chosen, ...typed }) => {
      const send = (shown: FactorProof) => mutateAsync({ name: chosen, ...shown });
      const added = await proof.show(typed, send);
      if (added) onDone(added.recoveryCodes);
    },
    failed: (error) =>
      error instanceof ApiError ? proof.failed(error, 'Failed to add the passkey') : passkeyNotUsed,
    isInline: true,
  });
  return { form, proof };
}

export function PasskeyFields({ form, proof }: ReturnType<typeof usePasskeyForm>) {
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={60}
        hint="To know it by, such as: My phone"
        {...form.field('name')}
      />
      <ProofFields field={form.field} proof={proof} />
    </>
  );
}
