import { useState } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateText, RelativeTime } from '../../ui/date-display.tsx';
import { DetailList } from '../../ui/detail-list.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Section, Line } from './kit-parts.tsx';

export function Texts() {
  const [now] = useState(Date.now);
  return (
    <Section title="Amounts, dates, people">
      <Card title="Details" actions={<Button size="sm">Edit</Button>}>
        <DetailList
          columns={3}
          items={[
            { label: 'Balance', value: <Money amount={1_234_567.5} /> },
            { label: 'Credit', value: <Money amount={45_000} direction="credit" /> },
            { label: 'Debit', value: <Money amount={12_500} direction="debit" /> },
            {
              label: 'Account number',
              value: (
                <span className="tabular inline-flex items-center gap-1">
                  1000-2044-118
                  <CopyButton value="1000-2044-118" label="Account number" />
                </span>
              ),
            },
            {
              label: 'Created',
              value: <DateText value="2024-01-05T12:07:00Z" format="dateTime" />,
            },
            { label: 'Invalid', value: <DateText value="not-a-date" /> },
            { label: 'Last login', value: <RelativeTime value={now - 5 * 60_000} /> },
            { label: 'Last transaction', value: <DateText value={null} empty="N/A" /> },
            {
              label: 'Website',
              value: (
                <a className="link" href="#companies">
                  Visit Site
                </a>
              ),
            },
          ]}
        />
      </Card>
      <Line>
        <Avatar name="Grace Nakato" />
        <Avatar name="Okello" size="md" />
        <Avatar name="" size="lg" />
        <LogoImage src={null} />
        <LogoImage src={null} size="md" />
        <LogoImage src="https://invalid.invalid/logo.png" size="lg" alt="Logo" />
        <Spinner label="Loading" />
        <Spinner className="size-6" />
      </Line>
    </Section>
  );
}

export function Panels() {
  return (
    <Section title="Placeholders">
      <div className="grid gap-4 sm:grid-cols-2">
        <Card title="Loading details">
          <SkeletonRows count={4} />
        </Card>
        <Card title="Free shapes">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10" circle />
            <Skeleton className="h-4 w-40" />
          </div>
        </Card>
      </div>
    </Section>
  );
}

const swatches = [
  ['background', 'bg-background'],
  ['surface', 'bg-surface'],
  ['raised', 'bg-surface-raised'],
  ['sunken', 'bg-surface-sunken'],
  ['hover', 'bg-surface-hover'],
  ['line', 'bg-line'],
  ['line-strong', 'bg-line-strong'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['success', 'bg-success'],
  ['danger', 'bg-danger'],
  ['warning', 'bg-warning'],
  ['info', 'bg-info'],
] as const;

export function Palette() {
  return (
    <Section title="Palette">
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-7">
        {swatches.map(([name, className]) => (
          <div key={name}>
            <div className={`h-10 rounded-lg border ${className}`} />
            <p className="mt-1 text-xs text-muted">{name}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
