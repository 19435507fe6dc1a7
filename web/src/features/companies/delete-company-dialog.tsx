import { formatUgx } from '@sente/contract/money';
import { useQuery } from '@tanstack/react-query';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { companyQueries, useDeleteCompany } from './company-queries.ts';

interface Money {
  readonly balance: number;
  readonly held: number;
  readonly owed: number;
}

interface DeleteCompanyDialogProps {
  /** Null closes it. The balance is that of a list, until the company's own is there. */
  company: { readonly id: string; readonly name: string; readonly balance?: number } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** A company with money or debts is not deleted: the dialog says so and offers only to close. */
export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  const overview = useQuery({
    ...companyQueries.overview(company?.id ?? ''),
    enabled: company !== null,
  });
  const reason = reasonOf(overview.data ?? { balance: company?.balance ?? 0, held: 0, owed: 0 });
  return (
    <ConfirmAction
      subject={company}
      change={useDeleteCompany()}
      input={({ id }) => id}
      title={({ name }) => (reason ? `${name} cannot be deleted` : `Delete ${name}?`)}
      description={
        reason
          ? `${reason} Suspend it instead: then it accepts no new payments.`
          : 'Its people can no longer sign in and its API credentials stop at once. This action cannot be undone.'
      }
      confirmLabel={reason ? null : 'Delete Company'}
      cancelLabel={reason ? 'Close' : undefined}
      busyLabel="Deleting..."
      done={({ name }) => `${name} has been deleted successfully`}
      failed="Failed to delete company"
      onClose={onClose}
      onDone={onDeleted}
    />
  );
}

function reasonOf({ balance, held, owed }: Money): string | null {
  if (balance !== 0) {
    const open = held > 0 ? `, ${formatUgx(held)} of it for payouts that are open` : '';
    return `It holds ${formatUgx(balance)}${open}.`;
  }
  return owed > 0 ? `It owes ${formatUgx(owed)}.` : null;
}
