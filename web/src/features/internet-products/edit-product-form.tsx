import type { InternetProduct } from '@sente/contract/internet-products';
import { paths } from '../../lib/paths.ts';
import { FormCard } from '../../ui/contract-form.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUpdateProduct } from './internet-product-queries.ts';
import { ProductFields, useProductForm } from './product-fields.tsx';

interface EditProductFormProps {
  product: InternetProduct;
  onSaved: () => void;
}

export function EditProductForm({ product, onSaved }: EditProductFormProps) {
  const { recordId, companyId, updatedAt } = product;
  const { mutateAsync } = useUpdateProduct(recordId);
  const form = useProductForm({
    product,
    submit: async (values) => {
      await mutateAsync({ ...values, companyId, updatedAt });
      notify.success('Product updated successfully');
      onSaved();
    },
    failed: 'Failed to update product',
  });
  return (
    <FormCard
      label="Internet product"
      form={form}
      submitLabel="Save Changes"
      cancelTo={paths.client.internetProduct(recordId)}
    >
      <ProductFields {...form} />
      <DialogError>{form.failure}</DialogError>
    </FormCard>
  );
}
