import type { FactorProof } from '@sente/contract/own-factor';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { factorsQuery } from './factor-queries.ts';
import { ProofForm } from './proof-form.tsx';

interface OwnProofDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and who is told. */
  description: ReactNode;
  submitLabel: string;
  busyLabel: string;
  failed: string;
  /** Asks for a reason as well; below its field. */
  reasonHint?: string | undefined;
  /** Rejects if the server refuses it: the dialog then stays open with the reason. */
  send: (shown: FactorProof, reason: string) => Promise<void>;
}

/** Asks before a protection is loosened: for the own password, and the own factor of whoever has one. */
export default function OwnProofDialog(props: OwnProofDialogProps) {
  const { failed, reasonHint, send, ...window } = props;
  const form = { label: window.title, failed, reasonHint, submit: send };
  return (
    <FormDialog {...window}>{(frame) => <WithOwnFactors frame={frame} {...form} />}</FormDialog>
  );
}

interface WithOwnFactorsProps {
  frame: FormFrame;
  label: string;
  failed: string;
  reasonHint: string | undefined;
  submit: OwnProofDialogProps['send'];
}

function WithOwnFactors(props: WithOwnFactorsProps) {
  const userId = useSession()?.user.id ?? '';
  const { data, failure, isLoading } = queryState(useQuery(factorsQuery(userId)));
  if (data) return <ProofForm {...props} userId={userId} held={data} />;
  if (isLoading) return <SkeletonRows count={2} label="Loading your second factor" />;
  return failure ? (
    <ErrorPanel
      title="Failed to load your second factor"
      retryLabel="Try Again"
      failure={failure}
    />
  ) : null;
}
