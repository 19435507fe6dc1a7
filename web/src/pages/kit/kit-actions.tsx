import { Bell, Eye, KeyRound, Pencil, Plus, RefreshCw, Trash2, Users, Wallet } from 'lucide-react';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconLink } from '../../ui/icon-link.tsx';
import { Money } from '../../ui/money.tsx';
import { StatCard } from '../../ui/stat-card.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Section, Line, wait } from './kit-parts.tsx';

export function Buttons() {
  return (
    <Section title="Buttons">
      <Line>
        <Button variant="primary" icon={<Plus />}>
          Create Company
        </Button>
        <Button icon={<RefreshCw />}>Refresh</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete Company
        </Button>
        <ButtonLink to="#companies" icon={<Users />}>
          View Accounts
        </ButtonLink>
      </Line>
      <Line>
        <Button variant="primary" size="sm">
          Small
        </Button>
        <Button size="sm">Small</Button>
        <Button variant="primary" size="lg">
          Large
        </Button>
        <Button size="lg">Large</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
      </Line>
      <Line>
        <Button variant="primary" busy>
          Save Company
        </Button>
        <Button variant="primary" busy busyLabel="Saving...">
          Save Company
        </Button>
        <Button busy busyLabel="Loading..." icon={<RefreshCw />}>
          Refresh
        </Button>
        <Button variant="primary" busyLabel="Signing In..." onClick={() => wait(1500)}>
          Sign In
        </Button>
        <Button variant="danger" busy busyLabel="Deleting...">
          Delete
        </Button>
      </Line>
      <Line>
        <IconButton label="View company" icon={<Eye />} />
        <IconButton label="Edit company" icon={<Pencil />} size="sm" />
        <IconButton label="Delete company" icon={<Trash2 />} tone="danger" size="sm" />
        <IconButton label="Notifications" icon={<Bell />} variant="secondary" />
        <IconButton label="Refreshing" icon={<RefreshCw />} busy />
        <IconLink to="#companies" label="API Credentials" icon={<KeyRound />} size="sm" />
        <Tooltip text="A longer explanation that the user asked for">
          <Button variant="ghost">With a tooltip</Button>
        </Tooltip>
      </Line>
    </Section>
  );
}

export function Stats() {
  return (
    <Section title="Stat cards">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard
          label="Total Balance"
          value={<Money amount={1_284_560_300} />}
          change="+4.2%"
          trend="up"
          note="from last month"
          icon={<Wallet />}
        />
        <StatCard
          label="Total Debits"
          value={<Money amount={98_400_250.5} />}
          change="-1.0%"
          trend="down"
        />
        <StatCard label="Users" value="24" note="on this page" icon={<Users />} />
        <StatCard label="Total Companies" value="" loading />
      </div>
    </Section>
  );
}
