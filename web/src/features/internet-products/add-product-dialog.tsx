import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCreateProduct } from './internet-product-queries.ts';
import { ProductFields, useProductForm } from './product-fields.tsx';

interface AddProductDialogProps {
  open: boolean;
  companyId: string;
  onClose: () => void;
}

export default function AddProductDialog({ open, companyId, onClose }: AddProductDialogProps) {
  const formId = useId();
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add Product"
      description="Something you sell by voucher, such as a day of WiFi. Its codes are uploaded afterwards."
      busy={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel="Adding...">
            Add Product
          </Button>
        </>
      }
    >
      {/* Made anew each time it is opened. */}
      {open ? <AddForm {...{ formId, companyId, setIsBusy, onClose }} /> : null}
    </Dialog>
  );
}

interface AddFormProps extends Omit<AddProductDialogProps, 'open'> {
  formId: string;
  setIsBusy: (isBusy: boolean) => void;
}

function AddForm({ formId, companyId, setIsBusy, onClose }: AddFormProps) {
  const { mutateAsync, isPending } = useCreateProduct();
  const form = useProductForm({
    save: async (values) => {
      await mutateAsync({ ...values, companyId });
      notify.success('Product created successfully');
      onClose();
    },
    failed: 'Failed to create product',
  });
  useEffect(() => {
    setIsBusy(isPending);
    return () => setIsBusy(false);
  }, [isPending, setIsBusy]);
  return (
    <form id={formId} noValidate onSubmit={form.submit} aria-label="New product">
      <ProductFields {...form} />
      <DialogError>{form.failure}</DialogError>
    </form>
  );
}
