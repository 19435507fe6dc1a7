import type { ProductCode } from '@sente/contract/product-codes';
import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, Ban, SearchX } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { RecordNotLoaded } from '../../ui/record-not-loaded.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { VoucherCode } from '../../ui/voucher-code.tsx';
import type { CodesChange } from './change-codes-dialog.tsx';
import { CodeStateBadge, ProductType } from './code-columns.tsx';
import { codeToChange, productCodeQueries, stateOf } from './product-code-queries.ts';

interface CodeSheetProps {
  open: boolean;
  companyId: string;
  codeId: string | null;
  onChange: (change: CodesChange) => void;
  onClose: () => void;
}

/** One product code, with its payment and what can be done with it. */
export default function CodeSheet({ open, companyId, codeId, onChange, onClose }: CodeSheetProps) {
  const [shown, setShown] = useState(codeId);
  // The content stays while the panel slides away.
  if (codeId !== null && codeId !== shown) setShown(codeId);
  return (
    <Sheet open={open} onClose={onClose} title="Product code">
      {shown === null ? null : <Content companyId={companyId} codeId={shown} onChange={onChange} />}
    </Sheet>
  );
}

interface ContentProps extends Pick<CodeSheetProps, 'companyId' | 'onChange'> {
  codeId: string;
}

function Content({ companyId, codeId, onChange }: ContentProps) {
  const { data, failure, isLoading } = queryState(
    useQuery(productCodeQueries.get(companyId, codeId)),
  );
  return (
    <>
      {failure ? (
        <RecordNotLoaded
          {...failure}
          icon={<SearchX />}
          missing={{
            title: 'Product code not found',
            hint: 'There is no product code with this ID.',
          }}
          failedTitle="Failed to load the product code"
          className="mb-4"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={5} label="Loading product code" /> : null}
      {data ? <Facts companyId={companyId} code={data} onChange={onChange} /> : null}
    </>
  );
}

interface FactsProps extends Pick<CodeSheetProps, 'companyId' | 'onChange'> {
  code: ProductCode;
}

const linkClass = 'rounded-sm text-accent-text hover:underline';

function Facts({ companyId, code, onChange }: FactsProps) {
  const canManage = useCan('canManageProducts');
  const canSeePayments = useCan('canViewTransactions');
  const codes = codeToChange(code);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-lg">
        <VoucherCode
          companyId={companyId}
          codeId={code.record_id}
          masked={code.code}
          canReveal={useCan('canRevealCodes')}
        />
        <CodeStateBadge code={code} />
      </div>
      <DetailList
        columns={1}
        items={[
          {
            label: 'Internet product',
            value: <ProductType type={code.product_type} id={code.product_id} />,
          },
          { label: 'Uploaded', value: <Uploaded code={code} /> },
          ...(code.used_date
            ? [{ label: 'Used', value: <DateText value={code.used_date} format="dateTime" /> }]
            : []),
          ...(code.payment_id && canSeePayments
            ? [
                {
                  label: 'Payment',
                  value: (
                    <Link to={paths.client.transaction(code.payment_id)} className={linkClass}>
                      {stateOf(code) === 'used'
                        ? 'Sold by this payment'
                        : 'Reserved for this payment'}
                    </Link>
                  ),
                },
              ]
            : []),
          ...withdrawalOf(code),
          { label: 'Record ID', value: <Copyable value={code.record_id} label="Record ID" /> },
        ]}
      />
      {canManage && stateOf(code) === 'free' ? (
        <div className="flex flex-wrap gap-2">
          <Button icon={<ArrowRightLeft />} onClick={() => onChange({ act: 'move', codes })}>
            Move
          </Button>
          <Button
            variant="danger"
            icon={<Ban />}
            onClick={() => onChange({ act: 'withdraw', codes })}
          >
            Withdraw
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Uploaded({ code: { record_date, batch_id } }: { code: ProductCode }) {
  const date = <DateText value={record_date} format="dateTime" />;
  if (batch_id === null) return date;
  return (
    <>
      {date}
      <Link
        to={paths.client.productCodes({ batch: batch_id })}
        className={`mt-0.5 block w-fit text-13 ${linkClass}`}
      >
        All codes of this upload
      </Link>
    </>
  );
}

function withdrawalOf(code: ProductCode) {
  if (!code.withdrawn_date) return [];
  return [
    {
      label: 'Withdrawn',
      value: (
        <>
          <DateText value={code.withdrawn_date} format="dateTime" />
          {code.withdrawn_by ? ` by ${code.withdrawn_by}` : null}
        </>
      ),
    },
    { label: 'Reason', value: code.withdrawn_reason ?? 'None' },
  ];
}
