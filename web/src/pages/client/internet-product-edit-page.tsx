import type { InternetProduct } from '@sente/contract/internet-products';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  internetProductQueries,
  useUpdateProduct,
} from '../../features/internet-products/internet-product-queries.ts';
import { ProductFields, useProductForm } from '../../features/internet-products/product-fields.tsx';
import { useLeaveMissing } from '../../features/internet-products/use-leave-missing.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { FormCard } from '../../ui/contract-form.tsx';
import { DialogError } from '../../ui/dialog-parts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function InternetProductEditPage() {
  const { productId = '' } = useParams();
  const state = queryState(useQuery(internetProductQueries.toEdit(productId)));
  const { data: product } = state;
  usePageTitle(product && `Edit ${product.productName}`);
  useLeaveMissing(state);

  return (
    <div className="max-w-2xl">
      <PageHeader
        title={product ? `Edit ${product.productName}` : 'Edit Internet Product'}
        back={
          product
            ? { to: paths.client.internetProduct(productId), label: 'Back to Product' }
            : { to: paths.client.internetProducts(), label: 'Back to Internet Products' }
        }
      />
      {product ? (
        // A new form per product, because its inputs are filled once.
        <EditForm key={product.recordId} product={product} />
      ) : (
        <Card>
          <SkeletonRows count={4} label="Loading product" />
        </Card>
      )}
    </div>
  );
}

function EditForm({ product }: { product: InternetProduct }) {
  const { recordId, companyId, updatedAt } = product;
  const navigate = useNavigate();
  const { mutateAsync } = useUpdateProduct(recordId);
  const form = useProductForm({
    product,
    submit: async (values) => {
      await mutateAsync({ ...values, companyId, updatedAt });
      notify.success('Product updated successfully');
      navigate(paths.client.internetProduct(recordId));
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
