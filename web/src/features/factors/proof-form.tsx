import type { FactorProof } from '@sente/contract/own-factor';
import { resetFactorBody } from '@sente/contract/factors';
import * as z from 'zod/mini';
import { useContractForm } from '../../ui/contract-form.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { DialogForm, type FormFrame } from '../../ui/form-dialog.tsx';
import {
  emptyProof,
  ProofFields,
  useProof,
  type HeldFactors,
  type ProofField,
} from './factor-proof-fields.tsx';

const { reason } = resetFactorBody.shape;

interface ProofFormProps {
  userId: string;
  held: HeldFactors;
  frame: FormFrame;
  /** The form's name for screen readers. */
  label: string;
  failed: string;
  /** Asks for a reason as well; below its field. */
  reasonHint?: string | undefined;
  submit: (shown: FactorProof, reason: string) => Promise<void>;
}

/** The password and the present factor of whoever does something that a stolen session must not do. */
export function ProofForm(props: ProofFormProps) {
  const { userId, held, frame, label, failed, reasonHint, submit } = props;
  const hasFactor = held.app !== null || held.passkeys.length > 0;
  const proof = useProof({ userId, held, asksFactor: hasFactor });
  const form = useContractForm({
    schema: z.object({
      ...proof.rules.shape,
      reason: reasonHint === undefined ? z.string() : reason,
    }),
    values: { ...emptyProof, reason: '' },
    submit: async (typed) => {
      await proof.show(typed, (shown) => submit(shown, typed.reason));
    },
    failed: (error) => proof.failed(error, failed),
    isInline: true,
  });
  const proofField: ProofField = (name) => form.field(name);
  return (
    <DialogForm label={label} frame={frame} form={form}>
      {reasonHint === undefined ? null : (
        <TextAreaField
          label="Reason"
          required
          counter
          rows={3}
          maxLength={200}
          hint={reasonHint}
          {...form.field('reason')}
        />
      )}
      <ProofFields field={proofField} proof={proof} />
    </DialogForm>
  );
}
