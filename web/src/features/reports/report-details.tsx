import type { Report } from '@sente/contract/reports';
import type { ReactNode } from 'react';
import { durationText } from '../../lib/duration.ts';
import { formatAmount } from '../../lib/money.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';

const approvalWords: Record<Report['approvals'][number]['kind'], string> = {
  payout: 'Payouts',
  'bulk-payout': 'Bulk payouts',
  deposit: 'Deposits',
  reversal: 'Reversals',
  'payment-decision': 'Decisions about payments',
  suspense: 'Decisions about unknown payments',
  case: 'Cases of the reconciliation',
  cases: 'Several cases at once',
  brake: 'Payout brakes',
  'staff-role': 'Staff roles',
  'factor-reset': 'Removals of a second factor',
  fee: 'Fees',
  tax: 'Taxes',
  limit: 'Limits',
  'payout-rule': 'Payout rules',
  'bank-account': 'Bank accounts',
  'settlement-batch': 'Batches of settlements',
  'settlement-return': 'Returns of settlements',
  float: 'Transfers of float',
  statement: 'Withdrawals of statements',
  day: 'Closed days',
};

/** Why payments failed, and how long people took to decide. */
export function ReportDetails({ report }: { report: Report }) {
  return (
    <div className="mt-6 grid items-start gap-4 lg:grid-cols-2">
      <Reasons report={report} />
      <Approvals approvals={report.approvals} />
    </div>
  );
}

interface ShownReason {
  /** Null for what is no payment by mobile money. */
  readonly code: string | null;
  readonly text: string;
  readonly payments: number;
  readonly amount?: number;
}

/** Of everything that failed: what is no payment by mobile money has no reason, and is counted all the same. */
function Reasons({ report: { reasons, failed } }: { report: Report }) {
  const withReason = reasons.reduce((sum, { payments }) => sum + payments, 0);
  const all = Math.max(failed, withReason);
  const others = all - withReason;
  const shown: readonly ShownReason[] = [
    ...reasons,
    ...(others === 0
      ? []
      : [{ code: null, text: 'No mobile-money network took part', payments: others }]),
  ].toSorted((one, other) => other.payments - one.payments);
  return (
    <Card
      title="Why payments failed"
      description={`Of ${formatAmount(all)} that failed, the most frequent reason first`}
    >
      {all === 0 ? (
        <p className="text-muted">No payment failed in these days.</p>
      ) : (
        <ol className="-my-2 divide-y">
          {shown.map(({ code, text, payments, amount }) => (
            <Reason key={code} text={text} count={payments} all={all}>
              {code ? <code className="mr-2">{code}</code> : null}
              {amount === undefined ? (
                'Bank transfers, or too little money on the account'
              ) : (
                <>
                  <Money amount={amount} /> asked for
                </>
              )}
            </Reason>
          ))}
        </ol>
      )}
    </Card>
  );
}

interface ReasonProps {
  text: string;
  count: number;
  all: number;
  children: ReactNode;
}

function Reason({ text, count, all, children }: ReasonProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <div className="min-w-0">
        <p>{text}</p>
        <p className="text-13 text-muted">{children}</p>
      </div>
      <p className="tabular shrink-0 text-right">
        <span className="font-medium">{formatAmount(count)}</span>
        <span className="block text-13 text-muted">{Math.round((count / all) * 100)}%</span>
      </p>
    </li>
  );
}

function Approvals({ approvals }: Pick<Report, 'approvals'>) {
  return (
    <Card title="Time to approve" description="From the request to the decision of a person">
      {approvals.length === 0 ? (
        <p className="text-muted">Nobody decided anything in these days.</p>
      ) : (
        <ul className="-my-2 divide-y">
          {approvals.map(({ kind, approved, rejected, medianSeconds, longestSeconds }) => (
            <li key={kind} className="flex items-start justify-between gap-4 py-2">
              <div className="min-w-0">
                <p>{approvalWords[kind]}</p>
                <p className="tabular text-13 text-muted">
                  {formatAmount(approved)} approved, {formatAmount(rejected)} rejected
                </p>
              </div>
              <p className="tabular shrink-0 text-right">
                <span className="font-medium">{durationText(medianSeconds * 1000)}</span>
                <span className="block text-13 text-muted">
                  median, longest {durationText(longestSeconds * 1000)}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
