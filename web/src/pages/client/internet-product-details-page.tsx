import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from '../../lib/router.tsx';
import { queryState } from '../../api/query-state.ts';
import { DeleteProductDialog } from '../../features/internet-products/delete-product-dialog.tsx';
import {
  InternetProductDetails,
  InternetProductSkeleton,
} from '../../features/internet-products/internet-product-details.tsx';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { ProductStatusBadge } from '../../features/internet-products/stock-badge.tsx';
import {
  detailsFailure,
  useLeaveMissing,
} from '../../features/internet-products/use-leave-missing.ts';
import { SellVoucher } from '../../features/payments/sell-voucher.tsx';
import UploadCodesDialog from '../../features/product-codes/upload-codes-dialog.tsx';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { Allowed } from '../../session/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** The page does not wait for them. */
const ProductFigures = late(() => import('../../features/internet-products/product-figures.tsx'));
const ProductUploads = late(() => import('../../features/product-codes/product-uploads.tsx'));

export default function InternetProductDetailsPage() {
  const { productId = '' } = useParams();
  const navigate = useNavigate();
  const state = queryState(useQuery(internetProductQueries.details(productId)));
  const { data: product, failure } = state;
  const action = useOverlayParam('action');
  const [isDeleting, setIsDeleting] = useState(false);
  usePageTitle(product?.productName);
  useLeaveMissing(state);

  return (
    <>
      <PageHeader
        title={product?.productName ?? 'Internet Product'}
        back={{ to: paths.client.internetProducts(), label: 'Back to Internet Products' }}
        meta={product ? <ProductStatusBadge active={product.active} /> : null}
        actions={
          product ? (
            <>
              {product.active && product.stock > 0 ? (
                <SellVoucher companyId={product.companyId} productCode={product.productCode} />
              ) : null}
              <Allowed to="canManageProducts">
                <ButtonLink icon={<Pencil />} to={paths.client.internetProductEdit(productId)}>
                  Edit Product
                </ButtonLink>
                <Button
                  variant="danger-quiet"
                  icon={<Trash2 />}
                  onClick={() => setIsDeleting(true)}
                >
                  Delete Product
                </Button>
              </Allowed>
            </>
          ) : null
        }
      />
      {product && failure ? (
        <ErrorPanel className="mb-4" title={detailsFailure} failure={failure} />
      ) : null}
      {product ? (
        <>
          <InternetProductDetails product={product} onUpload={() => action.open('upload-codes')}>
            <ProductFigures
              product={product}
              codesPath={paths.client.productCodes({ productType: product.productCode })}
            />
            <ProductUploads
              product={product}
              hrefFor={(batch) => paths.client.productCodes({ batch })}
            />
          </InternetProductDetails>
          <UploadCodesDialog
            open={action.value === 'upload-codes'}
            companyId={product.companyId}
            product={product}
            onClose={action.close}
          />
        </>
      ) : (
        <InternetProductSkeleton />
      )}
      <DeleteProductDialog
        product={isDeleting && product ? product : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate(paths.client.internetProducts())}
      />
    </>
  );
}
