import { DialogForm, FormDialog, type FormFrame } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';
import { useCreateProduct } from './internet-product-queries.ts';
import { ProductFields, useProductForm } from './product-fields.tsx';

interface AddProductDialogProps {
  open: boolean;
  companyId: string;
  onClose: () => void;
}

export default function AddProductDialog({ open, companyId, onClose }: AddProductDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add Product"
      description="Something you sell by voucher, such as a day of WiFi. Its codes are uploaded afterwards."
      submitLabel="Add Product"
      busyLabel="Adding..."
    >
      {/* Starts empty each time it is opened. */}
      {(frame) => (open ? <AddForm {...{ frame, companyId, onClose }} /> : null)}
    </FormDialog>
  );
}

interface AddFormProps extends Omit<AddProductDialogProps, 'open'> {
  frame: FormFrame;
}

function AddForm({ frame, companyId, onClose }: AddFormProps) {
  const { mutateAsync } = useCreateProduct();
  const form = useProductForm({
    submit: async (values) => {
      await mutateAsync({ ...values, companyId });
      notify.success('Product created successfully');
      onClose();
    },
    failed: 'Failed to create product',
    isInline: true,
  });
  return (
    <DialogForm label="New product" frame={frame} form={form}>
      <ProductFields {...form} />
    </DialogForm>
  );
}
