import type { Report } from '@sente/contract/reports';
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
      <Reasons reasons={report.reasons} />
      <Approvals approvals={report.approvals} />
    </div>
  );
}

function Reasons({ reasons }: Pick<Report, 'reasons'>) {
  const all = reasons.reduce((sum, { payments }) => sum + payments, 0);
  return (
    <Card title="Why payments failed" description="Mobile money, the most frequent reason first">
      {reasons.length === 0 ? (
        <p className="text-muted">No payment failed in these days.</p>
      ) : (
        <ol className="-my-2 divide-y">
          {reasons.map(({ code, text, payments, amount }) => (
            <li key={code} className="flex items-start justify-between gap-4 py-2">
              <div className="min-w-0">
                <p>{text}</p>
                <p className="text-13 text-muted">
                  {code ? <code className="mr-2">{code}</code> : null}
                  <Money amount={amount} /> asked for
                </p>
              </div>
              <p className="tabular shrink-0 text-right">
                <span className="font-medium">{formatAmount(payments)}</span>
                <span className="block text-13 text-muted">
                  {Math.round((payments / all) * 100)}%
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
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
