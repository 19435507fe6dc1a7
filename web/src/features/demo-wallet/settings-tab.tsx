import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { BalanceVisibility } from './balance-card.tsx';
import { owner } from './sample-data.ts';

/** What a wallet would offer. Here it would do nothing, so it cannot be switched. */
const unavailable = [
  ['Payment alerts', 'The demo wallet sends no messages.'],
  ['Weekly summary', 'The demo wallet sends no messages.'],
  ['Ask before sending', 'No money leaves the demo wallet.'],
] as const;

export function SettingsTab({ isHidden, setIsHidden }: BalanceVisibility) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title="Profile" description="A person who does not exist">
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={owner.name} size="lg" />
          <div className="min-w-0">
            <p className="text-base font-semibold">{owner.name}</p>
            <p className="text-muted">Personal wallet</p>
          </div>
        </div>
        <DetailList
          items={[
            { label: 'Phone', value: <span className="tabular">{owner.phone}</span> },
            { label: 'Email', value: owner.email },
            {
              label: 'Wallet Number',
              value: <span className="tabular">{owner.walletNumber}</span>,
            },
            { label: 'Currency', value: 'UGX, Uganda shilling' },
          ]}
        />
      </Card>
      <Card
        title="Preferences"
        flush
        footer={
          <p className="text-13 text-muted">
            Nothing is stored: a switch works while this page is open.
          </p>
        }
      >
        <div className="divide-y">
          <Switch
            className="px-5 py-4"
            label="Hide balance"
            description="Dots in place of what is in the wallet"
            checked={isHidden}
            onChange={(event) => setIsHidden(event.target.checked)}
          />
          {unavailable.map(([label, reason]) => (
            <Switch
              key={label}
              className="px-5 py-4"
              label={label}
              description={reason}
              checked={false}
              disabled
              readOnly
            />
          ))}
        </div>
      </Card>
    </div>
  );
}
