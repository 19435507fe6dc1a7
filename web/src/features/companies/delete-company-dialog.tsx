import { useState } from 'react';
import { errorText } from '../../api/error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useDeleteCompany } from './company-queries.ts';

interface DeleteCompanyDialogProps {
  /** Null: closed. */
  company: { readonly id: string; readonly name: string } | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  const { mutateAsync, isPending } = useDeleteCompany();
  const [error, setError] = useState<string | null>(null);

  function close(): void {
    setError(null);
    onClose();
  }

  async function remove(): Promise<void> {
    if (!company) return;
    setError(null);
    try {
      await mutateAsync(company.id);
    } catch (cause) {
      const reason = errorText(cause, 'Failed to delete company');
      setError(reason);
      notify.error(reason);
      return;
    }
    notify.success(`${company.name} has been deleted successfully`);
    close();
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      open={company !== null}
      onClose={close}
      onConfirm={remove}
      title={company ? `Delete ${company.name}?` : ''}
      description="Its people can no longer sign in and its API credentials stop at once. This action cannot be undone."
      confirmLabel="Delete Company"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}
