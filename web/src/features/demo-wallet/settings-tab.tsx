import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { BalanceVisibility } from './balance-card.tsx';
import { owner } from './sample-data.ts';

const choices = [
  {
    name: 'alerts',
    label: 'Payment alerts',
    description: 'A message whenever money comes in or goes out',
  },
  {
    name: 'weekly',
    label: 'Weekly summary',
    description: 'What came in and went out, every Monday morning',
  },
  {
    name: 'confirm',
    label: 'Ask before sending',
    description: 'One more look at amount and number before money leaves',
  },
] as const;

export type Preferences = Readonly<Record<(typeof choices)[number]['name'], boolean>>;

export const firstPreferences: Preferences = { alerts: true, weekly: false, confirm: true };

interface SettingsTabProps extends BalanceVisibility {
  preferences: Preferences;
  setPreferences: (preferences: Preferences) => void;
}

export function SettingsTab(props: SettingsTabProps) {
  const { preferences, setPreferences, isHidden, setIsHidden } = props;
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
            Nothing is stored: these switches work while this page is open.
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
          {choices.map(({ name, label, description }) => (
            <Switch
              key={name}
              className="px-5 py-4"
              label={label}
              description={description}
              checked={preferences[name]}
              onChange={(event) => setPreferences({ ...preferences, [name]: event.target.checked })}
            />
          ))}
        </div>
      </Card>
    </div>
  );
}
