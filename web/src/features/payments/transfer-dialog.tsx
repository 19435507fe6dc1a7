import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useOpenings } from '../../lib/use-openings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useActiveAccounts } from './active-accounts.tsx';
import { TransferForm } from './transfer-form.tsx';

interface TransferDialogProps {
  companyId: string;
  /** The account that it comes from at first. */
  fromAccountId?: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Moves money between two accounts of the company. */
export default function TransferDialog(props: TransferDialogProps) {
  const { companyId, fromAccountId, open, onClose } = props;
  const { accounts, instead } = useActiveAccounts(companyId, open);
  const isPossible = accounts !== undefined && accounts.length > 1;
  const [isReviewing, setIsReviewing] = useState(false);
  useOpenings(open, () => setIsReviewing(false));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Transfer"
      description={
        isReviewing
          ? undefined
          : 'From one account of your company to another, at once and without a fee.'
      }
      submitLabel={isReviewing ? 'Transfer' : 'Review'}
      busyLabel={isReviewing ? 'Transferring...' : 'Checking...'}
      onBack={isReviewing ? () => setIsReviewing(false) : undefined}
      footer={isPossible ? undefined : <Button onClick={onClose}>Close</Button>}
    >
      {/* Starts empty each time it is opened. */}
      {(frame) =>
        isPossible && open ? (
          <TransferForm
            {...{ frame, companyId, accounts, fromAccountId, isReviewing, setIsReviewing }}
            onDone={onClose}
          />
        ) : (
          (instead ?? <OneAccount />)
        )
      }
    </FormDialog>
  );
}

function OneAccount() {
  return (
    <EmptyState
      className="py-6"
      icon={<ArrowLeftRight />}
      title="A transfer needs two accounts"
      hint="Your company has only one account that is active and not frozen."
      action={
        <ButtonLink to={paths.client.accounts({ action: 'new-account' })}>New Account</ButtonLink>
      }
    />
  );
}
