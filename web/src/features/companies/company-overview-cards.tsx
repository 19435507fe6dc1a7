import {
  maxCountedEvents,
  recentEvents,
  type CompanyOverview as Overview,
} from '@sente/contract/company-overview';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { SwitchedOffText } from '../../ui/switched-off.tsx';
import { WebhookFailureText } from '../../ui/webhook-failure.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

export interface PartProps {
  companyId: string;
  overview: Overview;
}

export function Accounts({ companyId, overview: { accounts } }: PartProps) {
  const { count, activeCount, frozenCount, largest } = accounts;
  return (
    <Card
      title="Accounts"
      description={listed([
        [count, 'in all'],
        [activeCount, 'active'],
        ...(frozenCount > 0 ? [[frozenCount, 'frozen'] as const] : []),
      ])}
      actions={<More to={paths.companyAccounts(companyId)}>All accounts</More>}
    >
      {largest.length === 0 ? <p className="text-muted">No accounts yet.</p> : null}
      <ul aria-label="Largest accounts" className="-my-2 divide-y empty:hidden">
        {largest.map(({ id, accountName, accountNumber, balance, isActive, isFrozen }) => (
          <li key={id} className="flex items-start justify-between gap-4 py-2">
            <div className="min-w-0">
              <RowLink to={paths.companyAccount(companyId, id)}>{accountName}</RowLink>
              <p className="tabular text-13 text-muted">
                {accountNumber}
                {isFrozen ? ' · frozen' : isActive ? '' : ' · inactive'}
              </p>
            </div>
            <Money amount={balance} className="font-medium" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Users({ companyId, overview: { users } }: PartProps) {
  const { count, activeCount, pendingCount, latest } = users;
  return (
    <Card
      title="Users"
      description={listed([
        [count, 'in all'],
        [activeCount, 'active'],
        ...(pendingCount > 0 ? [[pendingCount, 'invited'] as const] : []),
      ])}
      actions={<More to={paths.users({ companyId })}>All users</More>}
    >
      {latest.length === 0 ? <p className="text-muted">No users yet.</p> : null}
      <ul aria-label="Users by last login" className="-my-2 divide-y empty:hidden">
        {latest.map(({ id, name, email, lastLoginAt }) => (
          <li key={id} className="flex items-start justify-between gap-4 py-2">
            <div className="min-w-0">
              <RowLink to={paths.user(id)}>{name}</RowLink>
              <p className="truncate text-13 text-muted" title={email}>
                {email}
              </p>
            </div>
            <RelativeTime value={lastLoginAt} empty="Never" className="text-13 text-muted" />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Nothing without the permission; the server tells nothing then. */
export function Credentials({ companyId, overview: { credentials } }: PartProps) {
  if (!credentials) return null;
  const { isSet, isActive, lastUsedAt } = credentials;
  return (
    <Card
      title="API Credentials"
      actions={<More to={paths.companyCredentials(companyId)}>Manage</More>}
    >
      <p>
        {isSet ? (
          <Badge tone={isActive ? 'success' : 'danger'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        ) : (
          <span className="text-muted">None yet: its systems cannot call the payments API.</span>
        )}
      </p>
      {isSet ? (
        <p className="mt-3 text-13 text-muted">
          Last use: <RelativeTime value={lastUsedAt} empty="never" />
        </p>
      ) : null}
    </Card>
  );
}

export function Webhook({ companyId, overview: { webhook } }: PartProps) {
  const { url, lastDeliveredAt, gaveUpCount } = webhook;
  const state = webhookState(webhook);
  const firstShown = gaveUpCount > 0 ? 'gave_up' : undefined;
  return (
    <Card
      title="Webhook"
      actions={
        <More to={paths.companyCredentials(companyId, { deliveries: firstShown })}>Deliveries</More>
      }
    >
      <p>
        {url === null ? (
          <span className="text-muted">None yet: the company asks for results itself.</span>
        ) : (
          <Badge tone={state.tone}>{state.word}</Badge>
        )}
      </p>
      {url === null ? null : <p className="mt-3 text-13 wrap-anywhere">{url}</p>}
      {webhook.switchedOff ? (
        <p className="mt-1 text-13">
          <SwitchedOffText switchedOff={webhook.switchedOff} />
        </p>
      ) : null}
      {webhook.failing ? (
        <p className="mt-1 text-13">
          <WebhookFailureText failing={webhook.failing} />
        </p>
      ) : null}
      <p className="mt-1 text-13 text-muted">{eventsText(webhook)}</p>
      {url === null ? null : (
        <p className="mt-1 text-13 text-muted">
          Last delivered: <RelativeTime value={lastDeliveredAt} empty="never" />
        </p>
      )}
    </Card>
  );
}

function webhookState({ isActive, failing, gaveUpCount, waitingCount }: Overview['webhook']) {
  // No event goes out.
  if (!isActive) return { tone: 'warning', word: 'Switched off' } as const;
  if (failing) return { tone: 'danger', word: 'Failing' } as const;
  // It works again, but did not always.
  if (gaveUpCount > 0) return { tone: 'warning', word: 'Events given up' } as const;
  return waitingCount > 0
    ? ({ tone: 'warning', word: 'Events wait' } as const)
    : ({ tone: 'success', word: 'Healthy' } as const);
}

/** Empty without events. */
function eventsText(webhook: Overview['webhook']): string {
  const { recentCount, recentDeliveredCount, waitingCount, gaveUpCount } = webhook;
  if (recentCount === 0) return '';
  const recent =
    recentCount < recentEvents
      ? `${recentDeliveredCount} of ${recentCount} events delivered`
      : `${recentDeliveredCount} of the newest ${recentEvents} events delivered`;
  const sent = webhook.isActive ? recent : `Before: ${recent}`;
  return `${sent}; ${eventCount(waitingCount)} waiting, ${eventCount(gaveUpCount)} given up`;
}

function eventCount(count: number): string {
  const text = count.toLocaleString('en-US');
  return count >= maxCountedEvents ? `${text} or more` : text;
}

/** "4 in all, 3 active". */
function listed(parts: readonly (readonly [count: number, word: string])[]): string {
  return parts.map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`).join(', ');
}

function More({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-block min-h-6 rounded-sm text-13 font-medium underline underline-offset-3"
    >
      {children}
    </Link>
  );
}

function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-sm wrap-anywhere hover:underline hover:underline-offset-3">
      {children}
    </Link>
  );
}
