import type { SystemTransactionDetails } from '@sente/contract/transactions';
import { ArrowLeftRight, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { shortenId } from '../../ui/open-transaction.tsx';
import { StatusBadge, TypeText } from '../../ui/status-badges.tsx';
import { failureReason } from './transaction-texts.ts';

interface TransactionHeadProps {
  transaction: SystemTransactionDetails;
  onShow: (id: string) => void;
}

/** The amount, its direction and the status. */
export function TransactionHead({ transaction, onShow }: TransactionHeadProps) {
  const { amount, type, status, description, reason, reversalOf, reversedBy } = transaction;
  return (
    <section aria-label="Summary">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Money
          amount={amount}
          isVoid={status === 'Failed'}
          className="text-2xl font-semibold tracking-tight"
        />
        <StatusBadge status={status} />
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 wrap-anywhere">
        <TypeText type={type} />
        <span className="text-muted">{description}</span>
      </p>
      {status === 'Failed' ? (
        <Note tone="danger" icon={<CircleAlert />}>
          {failureReason(reason)}
        </Note>
      ) : null}
      {reversedBy ? (
        <Note tone="neutral" icon={<ArrowLeftRight />}>
          Reversed by <RelatedTransaction id={reversedBy} onShow={onShow} />
        </Note>
      ) : null}
      {reversalOf ? (
        <Note tone="neutral" icon={<ArrowLeftRight />}>
          Reversal of <RelatedTransaction id={reversalOf} onShow={onShow} />
        </Note>
      ) : null}
    </section>
  );
}

const noteTones = {
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  neutral: 'bg-surface-sunken',
};

interface NoteProps {
  tone: keyof typeof noteTones;
  icon: ReactNode;
  children: ReactNode;
}

function Note({ tone, icon, children }: NoteProps) {
  return (
    <p className={`mt-4 flex gap-2.5 rounded-lg border px-3 py-2 ${noteTones[tone]}`}>
      <span aria-hidden="true" className="mt-0.5 [&_svg]:size-4">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}

function RelatedTransaction({ id, onShow }: { id: string; onShow: (id: string) => void }) {
  return (
    <button
      type="button"
      title={id}
      onClick={() => onShow(id)}
      className="tabular rounded-sm font-medium text-accent-text hover:underline hover:underline-offset-3"
    >
      <span aria-hidden="true">{shortenId(id)}</span>
      <span className="sr-only">transaction {id}</span>
    </button>
  );
}

export function TransactionFacts({ transaction }: { transaction: SystemTransactionDetails }) {
  const { companyId, companyName, accountId, accountName, accountNumber } = transaction;
  const { isCompanyArchived, id, reference, kind, held } = transaction;
  return (
    <div className="flex flex-col gap-5">
      <DetailList
        items={[
          {
            label: 'Company',
            value: isCompanyArchived ? (
              <span className="inline-flex flex-wrap items-center gap-2 wrap-anywhere">
                {companyName} <Badge>Archived</Badge>
              </span>
            ) : (
              <PageLink to={paths.company(companyId)}>{companyName}</PageLink>
            ),
          },
          {
            label: 'Account',
            value: (
              <>
                {/* A system account has no number and no page. */}
                {isCompanyArchived || accountNumber === '' ? (
                  <span className="wrap-anywhere">{accountName}</span>
                ) : (
                  <PageLink to={paths.companyAccount(companyId, accountId)}>{accountName}</PageLink>
                )}
                <span className="tabular block text-13 text-muted">{accountNumber}</span>
              </>
            ),
          },
          {
            label: 'Reference',
            value: reference ? <Copyable value={reference} label="Reference" /> : 'None',
          },
          { label: 'Kind', value: kindWord(kind) },
          ...(held > 0 ? [{ label: 'Held on the account', value: <Money amount={held} /> }] : []),
        ]}
      />
      <DetailList
        columns={1}
        items={[{ label: 'Transaction ID', value: <Copyable value={id} label="Transaction ID" /> }]}
      />
    </div>
  );
}

function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-sm text-accent-text wrap-anywhere hover:underline">
      {children}
    </Link>
  );
}

function kindWord(kind: string): string {
  const text = kind.replaceAll(/[-_]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
