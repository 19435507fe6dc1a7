import type { CompanyStatistics } from '@sente/contract/company-statistics';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { internetProductQueries } from '../../features/internet-products/internet-product-queries.ts';
import { userQueries } from '../../features/users/user-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface FirstStepsProps {
  companyId: string;
  overview: CompanyStatistics['overviewStatistics'];
}

const everybody = { search: '', status: 'all', role: 'all', page: 1 } as const;

/** What a company does before its figures say anything. What the reader cannot do is told, not offered. */
export default function FirstSteps({ companyId, overview }: FirstStepsProps) {
  const canManageAccounts = useCan('canManageAccounts');
  const canManageUsers = useCan('canManageUsers');
  const canManageProducts = useCan('canManageProducts');
  const people = useQuery({
    ...userQueries.ofCompany(companyId, everybody),
    enabled: canManageUsers,
  });
  const products = useQuery({
    ...internetProductQueries.active(companyId),
    enabled: canManageProducts,
  });
  const hasAccount = (overview.totalAccounts ?? 0) > 0;
  return (
    <Card
      title={hasAccount ? 'First steps' : 'Your company has no account yet'}
      description="Charts and activity come with the first payment"
      flush
    >
      <ol aria-label="First steps" className="divide-y">
        <Step
          title="Open an account"
          isDone={hasAccount}
          text={
            canManageAccounts
              ? 'Open the first one to collect, hold and send money.'
              : 'Somebody who may manage accounts has to open the first one.'
          }
          action={
            canManageAccounts ? (
              <ButtonLink
                size="sm"
                variant="primary"
                to={paths.client.accounts({ action: 'new-account' })}
              >
                New Account
              </ButtonLink>
            ) : null
          }
        />
        {canManageUsers ? (
          <Step
            title="Invite your people"
            isDone={(people.data?.totalCount ?? 0) > 1}
            text="Each signs in with their own password and sees what their role allows. Payouts can need a second person."
            action={
              <ButtonLink size="sm" to={paths.client.userCreate()}>
                Add User
              </ButtonLink>
            }
          />
        ) : null}
        {canManageProducts ? (
          <Step
            title="Add what you sell"
            isDone={(products.data?.length ?? 0) > 0}
            text="Only if you sell vouchers: a product with its price, and then its codes."
            action={
              <ButtonLink size="sm" to={paths.client.internetProducts()}>
                Internet Products
              </ButtonLink>
            }
          />
        ) : null}
        <Step
          title="Take the first payment"
          isDone={(overview.totalTransactions ?? 0) > 0}
          text={
            hasAccount
              ? 'Ask a phone with Add Money, or send somebody a payment link.'
              : 'Possible as soon as there is an account.'
          }
          action={
            canManageAccounts && hasAccount ? (
              <ButtonLink size="sm" to={paths.client.paymentLinks({ action: 'create' })}>
                Create Payment Link
              </ButtonLink>
            ) : null
          }
        />
      </ol>
    </Card>
  );
}

interface StepProps {
  title: string;
  text: string;
  isDone: boolean;
  /** Until it is done. */
  action: ReactNode;
}

function Step({ title, text, isDone, action }: StepProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-5 py-4">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="mt-px size-5 shrink-0 text-success-text" />
      ) : (
        <Circle aria-hidden="true" className="mt-px size-5 shrink-0 text-muted" />
      )}
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-sm">
          {title}
          {isDone ? <span className="font-normal text-success-text"> · done</span> : null}
        </h3>
        {isDone ? null : <p className="mt-0.5 text-muted">{text}</p>}
      </div>
      {isDone ? null : action}
    </li>
  );
}
