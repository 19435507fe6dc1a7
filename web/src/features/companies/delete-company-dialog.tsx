import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useDeleteCompany } from './company-queries.ts';

interface DeleteCompanyDialogProps {
  /** Null closes it. */
  company: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  return (
    <ConfirmAction
      subject={company}
      change={useDeleteCompany()}
      input={({ id }) => id}
      title={({ name }) => `Delete ${name}?`}
      description="Its people can no longer sign in and its API credentials stop at once. This action cannot be undone."
      confirmLabel="Delete Company"
      busyLabel="Deleting..."
      done={({ name }) => `${name} has been deleted successfully`}
      failed="Failed to delete company"
      onClose={onClose}
      onDone={onDeleted}
    />
  );
}
