import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCreateProduct } from './internet-product-queries.ts';
import { ProductFields } from './product-fields.tsx';
import { useProductForm } from './use-product-form.ts';

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
  const { mutateAsync } = useCreateProduct();
  const { form, submit, isBusy, failure } = useProductForm({
    save: async (values) => {
      setIsBusy(true);
      try {
        await mutateAsync({ ...values, companyId });
      } finally {
        setIsBusy(false);
      }
    },
    failureText: 'Failed to create product',
    onSaved: () => {
      notify.success('Product created successfully');
      onClose();
    },
  });
  return (
    <form id={formId} noValidate onSubmit={submit} aria-label="New product">
      <ProductFields form={form} isBusy={isBusy} />
      <DialogError>{failure}</DialogError>
    </form>
  );
}
