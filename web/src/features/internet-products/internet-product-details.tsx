import type { InternetProduct } from '@sente/contract/internet-products';
import { Ticket, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Allowed } from '../../session/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Money } from '../../ui/money.tsx';
import { DetailSkeleton, Skeleton } from '../../ui/skeleton.tsx';
import { ProductStatusBadge, StockBadge, stockLevel, lowText } from './stock-badge.tsx';

interface InternetProductDetailsProps {
  product: InternetProduct;
  /** Undefined where the product is only shown. */
  onUpload?: (() => void) | undefined;
  /** What is sold of it: comes before the facts that hardly change. */
  children: ReactNode;
}

export function InternetProductDetails(props: InternetProductDetailsProps) {
  const { product, onUpload, children } = props;
  return (
    <Layout stock={<Stock product={product} onUpload={onUpload} />} figures={children}>
      <Card title="Product Information">
        <DetailList
          columns={1}
          items={[
            {
              label: 'Product Code',
              value: <Copyable value={product.productCode} label="Product code" />,
            },
            { label: 'Product Name', value: product.productName },
            { label: 'Price', value: <Price amount={product.amount} /> },
            { label: 'Status', value: <ProductStatusBadge active={product.active} /> },
            {
              label: 'Added',
              value: <DateText value={product.recordDate} format="dateTime" />,
            },
            { label: 'Record ID', value: <Copyable value={product.recordId} label="Record ID" /> },
          ]}
        />
      </Card>
    </Layout>
  );
}

interface LayoutProps {
  stock: ReactNode;
  figures: ReactNode;
  children: ReactNode;
}

/** Stock and facts in a column beside the figures; on a narrow window first and last. */
function Layout({ stock, figures, children }: LayoutProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_19rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="lg:col-start-2">{stock}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {figures}
      </div>
      <div className="lg:col-start-2">{children}</div>
    </div>
  );
}

function Stock({ product, onUpload }: Omit<InternetProductDetailsProps, 'children'>) {
  return (
    <Card title="Stock">
      <p className="text-xl font-semibold">
        <StockBadge product={product} />
      </p>
      <p className="mt-2 text-muted">{stockSentence(product)}</p>
      {onUpload ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Allowed to="canManageProducts">
            <Button
              variant={stockLevel(product) === 'plenty' ? 'secondary' : 'primary'}
              icon={<Upload />}
              onClick={onUpload}
            >
              Upload codes
            </Button>
          </Allowed>
          <ButtonLink
            icon={<Ticket />}
            to={paths.client.productCodes({ productType: product.productCode })}
          >
            View codes
          </ButtonLink>
        </div>
      ) : null}
    </Card>
  );
}

export function InternetProductSkeleton() {
  const stock = (
    <Card title="Stock">
      <Skeleton className="h-6 w-20" />
      <Skeleton className="mt-3 mb-0.5 h-4 w-4/5" />
      <Skeleton className="mt-5 h-9 w-36" />
    </Card>
  );
  return (
    <Layout stock={stock} figures={null}>
      <DetailSkeleton
        title="Product Information"
        columns={1}
        labels={['Product Code', 'Product Name', 'Price', 'Status', 'Added', 'Record ID']}
        label="Loading product"
      />
    </Layout>
  );
}

function stockSentence(product: InternetProduct): string {
  if (!product.active) return 'An inactive product is not sold. Its codes wait until it is active.';
  switch (stockLevel(product)) {
    case 'out':
      return 'Sales are refused until new codes are uploaded.';
    case 'low':
      return `${lowText(product)}. Without any, sales are refused.`;
    case 'plenty':
      return 'Each sale hands out the oldest code.';
  }
}

function Price({ amount }: { amount: number }) {
  return (
    <>
      <Money amount={amount} className="font-medium" />
      {Number.isInteger(amount) ? null : (
        <span className="mt-0.5 block text-13 text-muted">
          Mobile money takes whole shillings only: with cents it cannot be sold through the API.
        </span>
      )}
    </>
  );
}
