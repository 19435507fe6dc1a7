import type { FactorProof } from '@sente/contract/own-factor';
import { useRef, type RefObject } from 'react';
import { errorText } from '../../api/error-text.ts';
import { PasswordField } from '../../ui/field.tsx';
import { lateChosen } from '../../ui/late.tsx';
import { useSendsMail } from './sends-mail.ts';
import type { OwnFactorFieldsProps, OwnFactorProof } from '../factors/own-factor-fields.tsx';

/** Empty until it arrives: most people have no second factor. */
const OwnFactorFields = lateChosen(() => import('../factors/own-factor-fields.tsx'), {
  waiting: null,
});

interface OwnEmailProof {
  readonly proofRef: RefObject<OwnFactorProof | null>;
  /** Calls `send` with the proof of the second factor; nothing while none is asked for. */
  show(send: (shown: FactorProof) => Promise<void>): Promise<void>;
  failed(error: unknown): string;
}

/** `unexplained` is said when the server gives no reason. */
export function useOwnEmailProof(unexplained: string): OwnEmailProof {
  const proofRef = useRef<OwnFactorProof>(null);
  return {
    proofRef,
    show: (send) => (proofRef.current ? proofRef.current.show(send) : send({})),
    failed: (error) =>
      proofRef.current?.failed(error, unexplained) ?? errorText(error, unexplained),
  };
}

/** What a change of the own email needs: the password, and the second factor of whoever has one. */
export function OwnEmailFields(props: OwnFactorFieldsProps) {
  return (
    <div className="grid gap-5 sm:col-span-2 sm:grid-cols-2">
      <PasswordField
        label="Current Password"
        required
        maxLength={100}
        autoComplete="current-password"
        hint={<OwnEmailHint />}
        {...props.field('currentPassword')}
      />
      <OwnFactorFields {...props} />
    </div>
  );
}

function OwnEmailHint() {
  const sendsMail = useSendsMail();
  if (sendsMail === undefined) return 'Confirms the change.';
  return sendsMail
    ? 'Confirms the change. We send a link to the new address; it counts once you open it, and you sign in again then.'
    : 'Confirms the change, which counts at once: this installation sends no mail.';
}
