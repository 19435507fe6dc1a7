import type { ApiKey } from '@sente/contract/api-keys';
import type { KeyScope } from '@sente/contract/key-scopes';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import type { Column } from '../../ui/table.tsx';

export const scopeWords: Record<KeyScope, { readonly label: string; readonly hint: string }> = {
  collect: { label: 'Collect', hint: 'Ask customers for payments, and make payment links' },
  payout: { label: 'Pay out', hint: 'Send money to phones, within the rules of your company' },
  read: { label: 'Read', hint: 'See payments, balances, products and payment links' },
};

export const keyColumns: readonly Column<ApiKey>[] = [
  {
    key: 'name',
    header: 'Name',
    isTwoLine: true,
    className: 'max-w-96',
    cell: ({ name, channelId, algorithm, madeBy }) => (
      <>
        <span className="wrap-anywhere">{name}</span>
        <span className="flex items-center gap-1 text-13 font-normal text-muted">
          <span className="min-w-0 font-mono text-xs break-all">{channelId}</span>
          <CopyButton value={channelId} label={`Channel ID of ${name}`} />
        </span>
        {algorithm === 'ed25519' || madeBy === 'staff' ? (
          <span className="block text-13 font-normal text-muted">
            {madeBy === 'staff' ? 'Made by the provider' : 'Own key pair (Ed25519)'}
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'scopes',
    header: 'Allowed',
    phone: 'named',
    isTwoLine: true,
    cell: ({ scopes, allowedAddresses }) => (
      <>
        {scopes.map((scope) => scopeWords[scope].label).join(', ')}
        {allowedAddresses.length > 0 ? (
          <span className="block text-13 text-muted">from {allowedAddresses.join(', ')}</span>
        ) : null}
      </>
    ),
  },
  {
    key: 'used',
    header: 'Last Used',
    phone: 'named',
    isTwoLine: true,
    spare: 1,
    cell: ({ lastUsedAt, lastUsedAddress }) => (
      <>
        <RelativeTime value={lastUsedAt} empty="Never used" />
        {lastUsedAddress ? (
          <span className="block text-13 text-muted">from {lastUsedAddress}</span>
        ) : null}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    phone: 'line',
    isTwoLine: true,
    cell: (apiKey) => <KeyState apiKey={apiKey} />,
  },
];

function KeyState({ apiKey: { state, endsAt } }: { apiKey: ApiKey }) {
  if (state === 'off') return <Badge tone="danger">Switched off</Badge>;
  if (endsAt === null) return <Badge tone="success">Active</Badge>;
  const isEnded = state === 'ended';
  return (
    <>
      <Badge tone={isEnded ? 'neutral' : 'warning'}>{isEnded ? 'Ended' : 'Ends'}</Badge>
      <DateText value={endsAt} format="shortTime" className="block text-13 text-muted" />
    </>
  );
}
