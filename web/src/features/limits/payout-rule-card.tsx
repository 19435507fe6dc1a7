import type { PayoutRule } from '@sente/contract/payout-rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { WaitingNotice } from '../../ui/waiting-requests.tsx';
import { payoutRuleQuery, ruleSentences } from './payout-rule-queries.ts';

interface PayoutRuleCardProps {
  companyId: string;
  portal: 'admin' | 'client';
  /** The form of the portal, for who may change them: of the company the rules, of the provider the ceiling. */
  form: ((current: PayoutRule) => ReactNode) | undefined;
}

/** Which payouts of a company go at once, and who has to approve the others. */
export function PayoutRuleCard({ companyId, portal, form }: PayoutRuleCardProps) {
  const { data, failure, isLoading } = queryState(useQuery(payoutRuleQuery(companyId)));
  if (failure) {
    return (
      <ErrorPanel
        title="Failed to load the rules for payouts"
        failure={failure}
        retryLabel="Try Again"
      />
    );
  }
  return (
    <Card title="Payout approvals">
      {isLoading ? <SkeletonRows count={3} label="Loading the rules for payouts" /> : null}
      {data ? (
        <div className="flex flex-col gap-4">
          <ul className="flex flex-col gap-1">
            {ruleSentences(data).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {portal === 'client' && data.ceiling === 0 ? null : (
            <p className="text-13 text-muted">{approversText(data, portal)}</p>
          )}
          {portal === 'admin' ? (
            <WaitingNotice
              title="A higher ceiling waits for a second person"
              kind="limit"
              limitOf="payout-ceiling"
              companyId={companyId}
            />
          ) : null}
          {data.waitingId ? <Waiting id={data.waitingId} portal={portal} /> : null}
          {form && portal === 'client' && data.ceiling === 0 ? (
            <p className="border-t pt-4 text-13 text-muted">
              Until the provider sets a ceiling for your company, the provider approves its payouts,
              and colleagues cannot. Ask the provider for one below, and your company can let small
              payouts go at once or after a colleague.
            </p>
          ) : (
            form?.(data)
          )}
        </div>
      ) : null}
    </Card>
  );
}

function approversText({ approvers }: PayoutRule, portal: 'admin' | 'client'): string {
  const who = portal === 'client' ? 'your company' : 'the company';
  return approvers.length === 0
    ? `Nobody in ${who} may approve payouts, so the provider takes the place of a colleague.`
    : `Who may approve payouts in ${who}: ${approvers.join(', ')}. Nobody approves their own payout.`;
}

function Waiting({ id, portal }: { id: string; portal: 'admin' | 'client' }) {
  return (
    <Banner tone="warning" title="A change of these rules waits for a second person">
      <Link
        to={portal === 'admin' ? paths.approval(id) : paths.client.approval(id)}
        className="rounded-sm underline underline-offset-3"
      >
        Open the request
      </Link>
    </Banner>
  );
}
