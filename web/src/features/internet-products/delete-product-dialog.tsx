import type { InternetProduct } from '@sente/contract/internet-products';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useConfirmed } from '../../ui/use-confirmed.ts';
import { useDeleteProduct } from './internet-product-queries.ts';

interface DeleteProductDialogProps {
  /** Null: closed. */
  product: InternetProduct | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteProductDialog({ product, onClose, onDeleted }: DeleteProductDialogProps) {
  const { mutateAsync, isPending } = useDeleteProduct();
  const { error, close, confirm } = useConfirmed({
    subject: product,
    act: ({ recordId }) => mutateAsync(recordId),
    done: 'Internet product deleted successfully',
    failed: 'Failed to delete internet product',
    onClose,
    onDone: onDeleted,
  });
  return (
    <ConfirmDialog
      open={product !== null}
      onClose={close}
      onConfirm={confirm}
      title={product ? `Delete ${product.productName}?` : ''}
      description={product ? consequences(product) : ''}
      confirmLabel="Delete Product"
      busyLabel="Deleting..."
      busy={isPending}
      error={error}
    />
  );
}

function consequences({ productCode, stock }: InternetProduct): string {
  const unsold = stock === 1 ? 'Its unsold code stays' : `Its ${stock} unsold codes stay`;
  const codes =
    stock === 0
      ? 'Codes that were sold stay under Product Codes.'
      : `${unsold} under Product Codes, but nobody can buy ${stock === 1 ? 'it' : 'them'} any more.`;
  return `${productCode} is taken off sale at once. ${codes} This action cannot be undone.`;
}
