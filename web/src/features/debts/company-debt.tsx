import type { Debt, DebtMovement } from '@sente/contract/debts';
import { useQuery } from '@tanstack/react-query';
import { queryState } from '../../api/query-state.ts';
import { repaymentRule } from '../../lib/debt-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { TransactionItem, TransactionLink } from '../../ui/transaction-link.tsx';
import { debtQueries } from './debt-queries.ts';

/**
 * What a company owes the provider, and the transactions that made and repaid it. Nothing for a company
 * that never owed, and so nothing while it loads: few companies ever do.
 */
export function CompanyDebt({ companyId }: { companyId: string }) {
  const { data, failure } = queryState(useQuery(debtQueries.ofCompany(companyId)));
  if (!failure && !data?.movementCount) return null;
  return (
    <Card
      title="Owes the provider"
      description="What the provider advanced for money that had left already"
    >
      {failure ? (
        <ErrorPanel
          className={data ? 'mb-5' : undefined}
          title="Failed to load what the company owes"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {data ? <Loaded debt={data} /> : null}
    </Card>
  );
}

function Loaded({ debt: { owed, since, movements, movementCount } }: { debt: Debt }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Money amount={owed} className="text-xl font-semibold tracking-tight" />
        <span className="text-13 text-muted">
          {since ? (
            <>
              since <DateText value={since} format="shortTime" />
            </>
          ) : (
            'All advances are repaid.'
          )}
        </span>
      </div>
      {owed > 0 ? (
        <p className="mt-2 max-w-prose text-13 text-muted">{repaymentRule('the company')}</p>
      ) : null}
      <ul aria-label="Advances and repayments" className="mt-4 divide-y border-t empty:hidden">
        {movements.map((movement) => (
          <Movement key={movement.transactionId} movement={movement} />
        ))}
      </ul>
      {movementCount > movements.length ? (
        <p className="border-t pt-3 text-13 text-muted">
          The newest {movements.length} of {movementCount.toLocaleString('en-US')}.
        </p>
      ) : null}
    </>
  );
}

const kinds = {
  advance: { label: 'Advance', tone: 'warning' },
  repayment: { label: 'Repayment', tone: 'success' },
} as const;

function Movement({ movement }: { movement: DebtMovement }) {
  const { transactionId, kind, amount, owedAfter, accountName, description, date } = movement;
  const { label, tone } = kinds[kind];
  return (
    <TransactionItem
      transactionId={transactionId}
      className="flex items-start justify-between gap-4 last:pb-0"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TransactionLink transactionId={transactionId}>{description}</TransactionLink>
        </p>
        <p className="text-13 text-muted wrap-anywhere">
          {accountName} · <DateText value={date} format="shortTime" />
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        <Money amount={amount} className="font-medium" />
        <Badge tone={tone}>{label}</Badge>
        <span className="text-xs text-muted">
          then owed <Money amount={owedAfter} />
        </span>
      </div>
    </TransactionItem>
  );
}
