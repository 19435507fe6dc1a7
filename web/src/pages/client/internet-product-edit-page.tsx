import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { EditProductForm } from '../../features/internet-products/edit-product-form.tsx';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { useLeaveMissing } from '../../features/internet-products/use-leave-missing.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function InternetProductEditPage() {
  const { productId = '' } = useParams();
  const navigate = useNavigate();
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
        // A new form for another product: its inputs are filled once.
        <EditProductForm
          key={product.recordId}
          product={product}
          onSaved={() => void navigate(paths.client.internetProduct(product.recordId))}
        />
      ) : (
        <Card>
          <SkeletonRows count={4} label="Loading product" />
        </Card>
      )}
    </div>
  );
}
