import type { InternetProduct } from '@sente/contract/internet-products';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { useDeleteProduct } from './internet-product-queries.ts';

interface DeleteProductDialogProps {
  /** Null closes the dialog. */
  product: InternetProduct | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteProductDialog({ product, onClose, onDeleted }: DeleteProductDialogProps) {
  return (
    <ConfirmAction
      subject={product}
      change={useDeleteProduct()}
      input={({ recordId }) => recordId}
      title={({ productName }) => `Delete ${productName}?`}
      description={consequences}
      confirmLabel="Delete Product"
      busyLabel="Deleting..."
      done="Internet product deleted successfully"
      failed="Failed to delete internet product"
      onClose={onClose}
      onDone={onDeleted}
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
