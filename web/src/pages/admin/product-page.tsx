import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Package } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import {
  InternetProductDetails,
  InternetProductSkeleton,
} from '../../features/internet-products/internet-product-details.tsx';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { ProductStatusBadge } from '../../features/internet-products/stock-badge.tsx';
import { detailsFailure } from '../../features/internet-products/use-leave-missing.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';

/** The page does not wait for them. */
const ProductFigures = late(() => import('../../features/internet-products/product-figures.tsx'));
const ProductUploads = late(() => import('../../features/product-codes/product-uploads.tsx'));

/** A product of a company, as its own portal shows it; staff change nothing here. */
export default function ProductPage() {
  const { companyId = '', productId = '' } = useParams();
  const query = useQuery(internetProductQueries.details(productId));
  const { data: product, failure, isLoading } = queryState(query);
  usePageTitle(product?.productName);
  const back = { to: paths.company(companyId, { tab: 'products' }), label: 'Back to Company' };
  return (
    <>
      <PageHeader
        title={product?.productName ?? 'Internet Product'}
        back={back}
        meta={product ? <ProductStatusBadge active={product.active} /> : null}
        actions={
          product ? (
            <ButtonLink
              icon={<ArrowLeftRight />}
              to={paths.transactions({ companyId: product.companyId })}
            >
              Transactions of the company
            </ButtonLink>
          ) : null
        }
      />
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<Package />}
          missing={{ title: 'Product not found', heading: 'h2' }}
          failedTitle={detailsFailure}
          back={back}
          className="mb-4"
        />
      ) : null}
      {isLoading ? <InternetProductSkeleton /> : null}
      {product ? (
        <InternetProductDetails product={product}>
          <ProductFigures product={product} />
          <ProductUploads product={product} />
        </InternetProductDetails>
      ) : null}
    </>
  );
}
