import type { VoucherBatch } from '@sente/contract/voucher-batches';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, Ban, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '../../session/permissions.ts';
import type { SetPage } from '../../lib/url-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PagedPanel } from '../../ui/paged-panel.tsx';
import type { Column } from '../../ui/table.tsx';
import type { CodesChange } from './change-codes-dialog.tsx';
import { batchesPerPage, voucherBatchQueries } from './voucher-batch-queries.ts';

interface UploadsTabProps {
  companyId: string;
  /** Only of this product. */
  productId?: string | undefined;
  page: number;
  onPage: SetPage;
  /** Undefined where the codes are only shown. */
  onChange?: ((change: CodesChange) => void) | undefined;
  upload: ReactNode;
  /** The codes of an upload; undefined where they have no list. */
  hrefFor: ((batchId: string) => string) | undefined;
}

/** Who uploaded which codes when, and what became of them. A row leads to its codes, if they have a list. */
export default function UploadsTab(props: UploadsTabProps) {
  const { companyId, productId, page, onPage, onChange, upload, hrefFor } = props;
  const canManage = useCan('canManageProducts');
  const query = useQuery(voucherBatchQueries.list(companyId, page, productId));
  return (
    <PagedPanel
      query={query}
      failed={{ title: 'Failed to load the uploads' }}
      noneYet={{
        icon: <FileUp />,
        title: 'No uploads yet',
        hint: hrefFor ? 'Upload a CSV file to add product codes.' : undefined,
        action: upload,
      }}
      caption="Uploads"
      columns={productId ? columns.filter(({ key }) => key !== 'product') : columns}
      rowKey={({ id }) => id}
      rowHref={hrefFor ? ({ id }) => hrefFor(id) : undefined}
      rowActions={
        canManage && onChange ? (batch) => <Actions batch={batch} onChange={onChange} /> : undefined
      }
      skeletonRows={5}
      noun="uploads"
      pageSize={batchesPerPage}
      page={page}
      onPage={onPage}
    />
  );
}

const columns: readonly Column<VoucherBatch>[] = [
  {
    key: 'uploaded',
    header: 'Uploaded',
    isTwoLine: true,
    className: 'min-w-44!',
    cell: ({ uploadedAt, uploadedBy }) => (
      <>
        <DateText value={uploadedAt} format="shortTime" className="whitespace-nowrap" />
        <span className="block text-xs font-normal text-muted">{uploadedBy ?? 'Unknown'}</span>
      </>
    ),
  },
  {
    key: 'product',
    header: 'Product Type',
    phone: 'line',
    cell: ({ productType }) => <span className="wrap-anywhere">{productType}</span>,
  },
  {
    key: 'file',
    header: 'File',
    phone: 'line',
    className: 'min-w-40',
    cell: ({ fileName }) => <span className="wrap-anywhere">{fileName ?? '-'}</span>,
  },
  count('Codes', ({ count: all }) => all, 2),
  count('Sold', ({ sold }) => sold, 3),
  {
    key: 'left',
    header: 'Left',
    align: 'right',
    phone: 'aside',
    cell: ({ left, reserved, withdrawnAt }) =>
      withdrawnAt ? (
        <Badge tone="warning">Withdrawn</Badge>
      ) : (
        <span className="tabular">
          {grouped(left)}
          <span className="sm:hidden"> left</span>
          {reserved > 0 ? (
            <span className="block text-xs text-muted">{grouped(reserved)} reserved</span>
          ) : null}
        </span>
      ),
  },
  count('Withdrawn', ({ withdrawn }) => withdrawn, 1),
];

function count(
  header: string,
  of: (batch: VoucherBatch) => number,
  spare: number,
): Column<VoucherBatch> {
  return {
    key: header.toLowerCase(),
    header,
    align: 'right',
    spare,
    phone: 'named',
    cell: (batch) => <span className="tabular">{grouped(of(batch))}</span>,
  };
}

function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** Nothing can be done with an upload whose codes are all sold or withdrawn. */
function Actions({
  batch,
  onChange,
}: {
  batch: VoucherBatch;
  onChange: NonNullable<UploadsTabProps['onChange']>;
}) {
  if (batch.withdrawnAt || batch.left + batch.reserved === 0) return null;
  const codes = {
    kind: 'batch',
    id: batch.id,
    name: batch.fileName ?? 'this upload',
    product: batch.productType,
    left: batch.left,
    reserved: batch.reserved,
  } as const;
  return (
    <span className="flex justify-end gap-1">
      <IconButton
        label="Move to another product"
        caption="Move"
        size="sm"
        icon={<ArrowRightLeft />}
        onClick={() => onChange({ act: 'move', codes })}
      />
      <IconButton
        label="Withdraw"
        caption="Withdraw"
        size="sm"
        icon={<Ban />}
        onClick={() => onChange({ act: 'withdraw', codes })}
      />
    </span>
  );
}
