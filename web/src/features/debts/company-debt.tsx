import type { Debt, DebtMovement } from '@sente/contract/debts';
import { useQuery } from '@tanstack/react-query';
import { repaymentRule } from '../../lib/debt-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { Money } from '../../ui/money.tsx';
import { NewestMovements } from '../../ui/newest-movements.tsx';
import { debtQueries } from './debt-queries.ts';

/** What a company owes the provider, and the transactions that made and repaid it. */
export function CompanyDebt({ companyId }: { companyId: string }) {
  return (
    <NewestMovements
      query={useQuery(debtQueries.ofCompany(companyId))}
      title="Owes the provider"
      description="What the provider advanced for money that had left already"
      failed="Failed to load what the company owes"
      summary={(debt) => <Owed {...debt} />}
      label="Advances and repayments"
      about={({ accountName }) => accountName}
      after={(movement) => <AfterMovement {...movement} />}
    />
  );
}

function Owed({ owed, since }: Debt) {
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
    </>
  );
}

const kinds = {
  advance: { label: 'Advance', tone: 'warning' },
  repayment: { label: 'Repayment', tone: 'success' },
} as const;

function AfterMovement({ kind, owedAfter }: DebtMovement) {
  const { label, tone } = kinds[kind];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <span className="text-xs text-muted">
        then owed <Money amount={owedAfter} />
      </span>
    </>
  );
}
