import { Check, FileUp, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../lib/cn.ts';
import { Amount, Tag, type TagTone } from './picture-parts.tsx';

/*
 * Details of our own screens. The text of each card says the same, so they are hidden from screen
 * readers.
 */

function CutOut({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="flex h-56 items-center justify-center overflow-hidden rounded-lg border bg-surface-sunken px-5 text-13 select-none"
    >
      <div className={cn('w-full max-w-sm', className)}>{children}</div>
    </div>
  );
}

const accounts = [
  { name: 'Daily takings', number: '1000 4417 02', balance: '31,870,500' },
  { name: 'Supplier payments', number: '1000 4417 10', balance: '12,404,000' },
  { name: 'School fees, term two', number: '1000 4417 28', balance: '3,975,500' },
];

export function AccountsArt() {
  return (
    <CutOut>
      <ul className="divide-y rounded-xl border bg-surface-raised">
        {accounts.map(({ name, number, balance }) => (
          <li key={number} className="flex items-center gap-3 px-4 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="tabular block text-xs text-muted">{number}</span>
            </span>
            <Amount value={balance} className="font-semibold" />
          </li>
        ))}
      </ul>
    </CutOut>
  );
}

const trace: readonly { text: string; time: string; tag: string; tone: TagTone }[] = [
  { text: 'Asked for UGX 12,000', time: '14:02:07', tag: 'Pending', tone: 'warning' },
  { text: 'The network has it', time: '14:02:08', tag: 'Processing', tone: 'info' },
  { text: 'Paid and booked', time: '14:02:31', tag: 'Success', tone: 'success' },
];

export function MobileMoneyArt() {
  return (
    <CutOut>
      <div className="mb-3 flex gap-2">
        <span className="rounded-lg border bg-surface-raised px-2.5 py-1 font-semibold">
          MTN MoMo
        </span>
        <span className="rounded-lg border bg-surface-raised px-2.5 py-1 font-semibold">
          Airtel Money
        </span>
      </div>
      <ol className="rounded-xl border bg-surface-raised px-4 py-3">
        {trace.map(({ text, time, tag, tone }, index) => (
          <li key={time} className="relative flex items-center gap-3 py-1.5">
            <span
              className={cn(
                'size-2.5 shrink-0 rounded-full border-2',
                index === trace.length - 1 ? 'border-accent bg-accent' : 'border-line-strong',
              )}
            />
            <span className="min-w-0 flex-1 truncate">
              {text} <span className="tabular text-xs text-muted max-sm:hidden">{time}</span>
            </span>
            <Tag tone={tone}>{tag}</Tag>
          </li>
        ))}
      </ol>
    </CutOut>
  );
}

export function VouchersArt() {
  return (
    <CutOut className="flex flex-col gap-2.5">
      <p className="flex items-center gap-3 rounded-xl border border-dashed border-line-strong bg-surface-raised px-4 py-3">
        <FileUp className="size-5 text-accent-text" />
        <span className="min-w-0">
          <span className="block truncate font-medium">wifi-30-days.csv</span>
          <span className="tabular block text-xs text-muted">10,000 codes, none twice</span>
        </span>
      </p>
      {['7K2M-93QX', 'P4TD-0VHN'].map((code, index) => (
        <p
          key={code}
          className="flex items-center justify-between rounded-xl border bg-surface-raised px-4 py-2"
        >
          <span className="font-mono font-medium">{code}</span>
          <Tag tone={index === 0 ? 'neutral' : 'success'}>{index === 0 ? 'Used' : 'Available'}</Tag>
        </p>
      ))}
    </CutOut>
  );
}

export function ApprovalArt() {
  return (
    <CutOut>
      <div className="rounded-xl border bg-surface-raised p-4">
        <p className="flex items-center justify-between">
          <span className="font-medium">Payout</span>
          <Tag tone="warning">Pending</Tag>
        </p>
        <Amount value="1,200,000" className="mt-1 block text-xl font-semibold" />
        <p className="mt-3 flex items-center gap-2 text-muted">
          <Check className="size-4 text-success-text" /> Asked for by Sarah
        </p>
        <p className="mt-1.5 flex items-center gap-2 text-muted">
          <Lock className="size-4 text-warning-text" /> Held until a second person agrees
        </p>
      </div>
    </CutOut>
  );
}

const people: readonly { name: string; role: string; sees: string }[] = [
  { name: 'Sarah', role: 'client admin', sees: 'Accounts' },
  { name: 'Brian', role: 'client manager', sees: 'Transactions' },
  { name: 'Aisha', role: 'client user', sees: 'Vouchers' },
];

export function PeopleArt() {
  return (
    <CutOut>
      <ul className="divide-y rounded-xl border bg-surface-raised">
        {people.map(({ name, role, sees }) => (
          <li key={name} className="flex items-center gap-3 px-4 py-2.5">
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text">
              {name[0]}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{role}</span>
            </span>
            <Tag tone="neutral">{sees}</Tag>
          </li>
        ))}
      </ul>
    </CutOut>
  );
}
