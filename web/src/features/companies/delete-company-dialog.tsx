import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useDeleteCompany } from './company-queries.ts';

interface DeleteCompanyDialogProps {
  /** Null: closed. */
  company: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  const { mutateAsync, isPending } = useDeleteCompany();
  const { error, close, confirm } = useConfirmed({
    subject: company,
    act: ({ id }) => mutateAsync(id),
    done: ({ name }) => `${name} has been deleted successfully`,
    failed: 'Failed to delete company',
    onClose,
    onDone: onDeleted,
  });

  return (
    <ConfirmDialog
      open={company !== null}
      onClose={close}
      onConfirm={confirm}
      title={company ? `Delete ${company.name}?` : ''}
      description="Its people can no longer sign in and its API credentials stop at once. This action cannot be undone."
      confirmLabel="Delete Company"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
