import { factors } from '@sente/contract/factors';
import type { BodyInputOf } from '@sente/contract/endpoint';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key, keys } from '../../api/keys.ts';
import { paths } from '../../lib/paths.ts';
import { notify } from '../../ui/toast.tsx';
import { factorsKey } from './factor-queries.ts';
import OwnProofDialog from './own-proof-dialog.tsx';

interface FactorResetDialogProps {
  userId: string;
  /** The person's name. */
  of: string;
  /** A second person has to agree. */
  isStaff: boolean;
  open: boolean;
  onClose: () => void;
}

/** Asks before the second factor of somebody else is removed. */
export default function FactorResetDialog(props: FactorResetDialogProps) {
  const { userId, of, isStaff, open, onClose } = props;
  const reset = useChange({
    send: (body: BodyInputOf<typeof factors.reset>) =>
      call(factors.reset, { params: { id: userId }, body }),
    invalidates: [factorsKey(userId), key('sessions', userId), keys.approvals.all],
    after: ['success', 'outdated'],
  });
  const whatHappens = `${of} then signs in with the password alone, and all sessions are ended. They and the other administrators are told. Make sure that it is really them who lost it.`;
  return (
    <OwnProofDialog
      open={open}
      onClose={onClose}
      title={`Remove the second factor of ${of}?`}
      description={isStaff ? `A second person has to approve it. ${whatHappens}` : whatHappens}
      reasonHint="Who asked for it, and how you know that it was them"
      submitLabel="Remove"
      busyLabel="Removing..."
      failed="Failed to remove the second factor"
      send={async (shown, reason) => {
        const { meta } = await reset.mutateAsync({ reason, ...shown });
        if (meta?.approvalId) {
          notify.waiting('It waits for a second person', paths.approval(meta.approvalId));
        } else notify.success('The second factor is removed');
        onClose();
      }}
    />
  );
}
