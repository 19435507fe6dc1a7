import type { InternetProduct } from '@sente/contract/internet-products';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { notify } from '../../ui/toast.tsx';
import { useUpdateProduct } from './internet-product-queries.ts';
import { ProductFields } from './product-fields.tsx';
import { useProductForm } from './use-product-form.ts';

interface EditProductFormProps {
  product: InternetProduct;
  onSaved: () => void;
}

export function EditProductForm({ product, onSaved }: EditProductFormProps) {
  const { recordId, companyId, updatedAt } = product;
  const { mutateAsync } = useUpdateProduct(recordId);
  const { form, submit, isBusy, failure } = useProductForm({
    product,
    save: (values) => mutateAsync({ ...values, companyId, updatedAt }),
    failureText: 'Failed to update product',
    onSaved: () => {
      notify.success('Product updated successfully');
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={submit} aria-label="Internet product">
      <Card
        footer={
          <div className="flex flex-wrap justify-end gap-2">
            <ButtonLink to={paths.client.internetProduct(recordId)} data-discard="">
              Cancel
            </ButtonLink>
            <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving...">
              Save Changes
            </Button>
          </div>
        }
      >
        <ProductFields form={form} isBusy={isBusy} />
        <DialogError>{failure}</DialogError>
      </Card>
    </form>
  );
}
