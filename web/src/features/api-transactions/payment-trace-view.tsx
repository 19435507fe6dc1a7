import type { PaymentTrace } from '@sente/contract/api-transactions';
import { phoneText } from '@sente/contract/phone';
import {
  CircleCheck,
  CircleX,
  Info,
  MessageCircleReply,
  Play,
  RefreshCw,
  Scale,
  Send,
  Ticket,
  Undo2,
  UserCheck,
  Webhook,
} from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { amountItems, dateItems } from '../../ui/amount-items.tsx';
import { Badge } from '../../ui/badge.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Copyable } from '../../ui/copy-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LegsTable } from '../../ui/legs-table.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { ApiStatusBadge } from '../../ui/status-badges.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { VoucherCode } from '../../ui/voucher-code.tsx';
import { isUnderWay } from './api-transaction-queries.ts';
import { DirectionMark } from './direction-mark.tsx';

interface PaymentTraceViewProps {
  companyId: string;
  trace: PaymentTrace;
}

export function PaymentTraceView({ companyId, trace }: PaymentTraceViewProps) {
  return (
    <div className="flex flex-col gap-6">
      <Head trace={trace} />
      {trace.voucherCode && trace.voucherId ? (
        <Voucher companyId={companyId} codeId={trace.voucherId} masked={trace.voucherCode} />
      ) : null}
      <Facts trace={trace} />
      <PaymentTraceSteps steps={trace.steps} />
      <Ledger {...trace} />
      <Ids request={trace.apiTransaction} />
    </div>
  );
}

/** The amount, its direction and the status. */
function Head({ trace }: { trace: PaymentTrace }) {
  const { apiTransaction: request, direction, summary } = trace;
  return (
    <section aria-label="Summary">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Money
          amount={request.transaction_amount}
          isVoid={request.status === 'FAILED'}
          className="text-2xl font-semibold tracking-tight"
        />
        <span className="flex flex-wrap items-center gap-2">
          <ApiStatusBadge status={request.status} />
          {trace.reversedAt ? (
            <Badge tone="warning" icon={<Undo2 />}>
              Taken back
            </Badge>
          ) : null}
        </span>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <DirectionMark direction={direction} />
        <span className="tabular">{phoneText(request.phone_number)}</span>
        <span className="text-muted">{request.network}</span>
      </p>
      <div
        aria-live="polite"
        className="mt-4 flex gap-2.5 rounded-lg border bg-surface-sunken px-3 py-2.5"
      >
        <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        <div className="min-w-0">
          <p className="wrap-anywhere">{summary}</p>
          {isUnderWay(trace) ? (
            <p className="mt-1 text-13 text-muted">This panel refreshes itself.</p>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function Voucher(voucher: Omit<ComponentProps<typeof VoucherCode>, 'canReveal'>) {
  const mayReveal = [useCan('canRevealCodes'), useCan('staffMoney')];
  const canSeeCodes = useCan('canViewProducts');
  return (
    <section aria-labelledby="trace-voucher">
      <h3 id="trace-voucher" className="mb-1 text-13 font-medium text-muted">
        Voucher
      </h3>
      <p className="flex flex-wrap items-center gap-2 rounded-lg border border-success-line bg-success-soft px-3 py-2">
        <Ticket aria-hidden="true" className="size-4 shrink-0 text-success-text" />
        <VoucherCode {...voucher} canReveal={mayReveal.includes(true)} />
        {canSeeCodes ? (
          <Link
            to={paths.client.productCodes({ code: voucher.codeId })}
            className="ml-auto rounded-sm text-13 text-accent-text hover:underline"
          >
            View code
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function Facts({ trace }: { trace: PaymentTrace }) {
  const { apiTransaction: request, reference, description, productCode } = trace;
  const { networkReference, reversedAt } = trace;
  return (
    <DetailList
      items={[
        ...amountItems({
          amount: request.transaction_amount,
          fee: request.fee,
          net: request.net,
          direction: request.direction === 'payout' ? 'debit' : 'credit',
          isPending: request.status === 'PENDING' || request.status === 'PROCESSING',
        }),
        ...dateItems(request.record_date, request.finished_date),
        ...(reversedAt
          ? [{ label: 'Taken back', value: <DateText value={reversedAt} format="dateTime" /> }]
          : []),
        {
          label: 'Account',
          value: <span className="tabular">{trace.accountNumber ?? 'None'}</span>,
        },
        {
          label: 'Reference',
          value: reference ? <Copyable value={reference} label="Reference" /> : 'None',
        },
        ...(description ? [{ label: 'Description', value: description }] : []),
        ...(productCode ? [{ label: 'Internet product', value: productCode }] : []),
        ...(networkReference
          ? [
              {
                label: 'Network reference',
                value: <Copyable value={networkReference} label="Network reference" />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Ids({ request }: { request: PaymentTrace['apiTransaction'] }) {
  return (
    <DetailList
      columns={1}
      items={[
        {
          label: 'Transaction ID',
          value: <Copyable value={request.transaction_id} label="Transaction ID" />,
        },
        { label: 'Record ID', value: <Copyable value={request.record_id} label="Record ID" /> },
      ]}
    />
  );
}

function Ledger({ ledger, apiTransaction }: Pick<PaymentTrace, 'ledger' | 'apiTransaction'>) {
  return (
    <section aria-labelledby="trace-ledger">
      <h3 id="trace-ledger" className="mb-1 text-13 font-medium text-muted">
        Ledger
      </h3>
      {ledger && ledger.held > 0 ? (
        <p className="py-1">
          <Money amount={ledger.held} className="font-medium" />{' '}
          <span className="text-muted">is held on the account until it has ended.</span>
        </p>
      ) : null}
      {ledger && ledger.legs.length > 0 ? <LegsTable legs={ledger.legs} /> : null}
      {!ledger || (ledger.legs.length === 0 && ledger.held === 0) ? (
        <p className="py-1 text-muted">
          {apiTransaction.status === 'SUCCESS'
            ? 'Booked in the earlier system, not here.'
            : 'No money has moved.'}
        </p>
      ) : null}
    </section>
  );
}

type Step = PaymentTrace['steps'][number];

const icons: Record<Step['kind'], ReactNode> = {
  requested: <Play />,
  approval: <UserCheck />,
  held: <Scale />,
  sent: <Send />,
  asked: <RefreshCw />,
  callback: <MessageCircleReply />,
  settled: <CircleCheck />,
  failed: <CircleX />,
  reversed: <Undo2 />,
  review: <Scale />,
  webhook: <Webhook />,
};

/** The steps, oldest first, each call with its request and answer. */
function PaymentTraceSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="trace-steps">
      <h3 id="trace-steps" className="mb-3 text-13 font-medium text-muted">
        What happened
      </h3>
      <Timeline
        steps={steps.map((step) => ({
          icon: icons[step.kind] ?? <Play />,
          title: step.title,
          at: step.at,
          tone: step.isGood === null ? undefined : step.isGood ? 'good' : 'bad',
          content: step.exchange ? <Exchange exchange={step.exchange} /> : null,
        }))}
      />
    </section>
  );
}

function Exchange({ exchange }: { exchange: NonNullable<Step['exchange']> }) {
  const { request, answer, durationMs } = exchange;
  return (
    <details className="group mt-1">
      <summary className="w-fit cursor-pointer rounded-sm text-13 text-accent-text hover:underline">
        Request and answer
        {durationMs === null ? null : (
          <span className="tabular text-muted"> · {durationMs.toLocaleString('en')} ms</span>
        )}
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        {request ? <CodeBlock label="Request" text={request} canCopy /> : null}
        {answer ? (
          <CodeBlock label="Answer" text={answer} canCopy />
        ) : (
          <p className="text-13 text-muted">There was no answer.</p>
        )}
      </div>
    </details>
  );
}
