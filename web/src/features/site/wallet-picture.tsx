import { ArrowDownLeft, ArrowUpRight, Eye, Plus, QrCode, Send, WalletMinimal } from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Amount, Picture } from './picture-parts.tsx';

const actions = [
  { Icon: Plus, label: 'Add' },
  { Icon: Send, label: 'Send' },
  { Icon: WalletMinimal, label: 'Withdraw' },
  { Icon: QrCode, label: 'QR Pay' },
];

const movements = [
  { what: 'Salary', when: 'Today, 09:41', amount: '+850,000' },
  { what: 'Umeme, prepaid', when: 'Today, 08:12', amount: '-60,000' },
  { what: 'Boda to Ntinda', when: 'Yesterday, 17:55', amount: '-7,000' },
  { what: 'From Auntie Rose', when: 'Yesterday, 12:20', amount: '+100,000' },
];

const spending = [
  { label: 'Food', width: 196 },
  { label: 'Transport', width: 132 },
  { label: 'Power and water', width: 96 },
  { label: 'Airtime', width: 52 },
];

/** The demo wallet on a phone, and the card with what was spent behind it. */
export function WalletPicture() {
  return (
    <Picture
      label="A wallet on a phone: the balance with a button that hides it, actions to add, send and withdraw money, and the latest movements; beside it what was spent in the last 30 days."
      className="flex justify-center pb-4 lg:justify-end lg:pr-6"
    >
      <div className="absolute top-10 left-0 hidden w-64 rounded-2xl bg-surface-raised p-5 text-13 shadow-float sm:block lg:left-2">
        <p className="font-medium">Spent in 30 days</p>
        <Amount value="412,300" className="mt-1 block text-xl font-semibold" />
        <svg viewBox="0 0 216 128" className="mt-3 w-full">
          {spending.map(({ label, width }, index) => (
            <g key={label} transform={`translate(0 ${index * 32})`}>
              <text y="10" fontSize="11" className="fill-muted">
                {label}
              </text>
              <rect y="16" width="216" height="7" rx="3.5" className="fill-surface-sunken" />
              <rect y="16" width={width} height="7" rx="3.5" className="fill-accent" />
            </g>
          ))}
        </svg>
      </div>
      <div className="relative w-72 rounded-[2.25rem] border-[5px] border-ink bg-background p-4 text-13 shadow-dialog dark:border-line-strong">
        <span className="mx-auto mb-4 block h-1.5 w-16 rounded-full bg-line" />
        <div className="rounded-2xl bg-accent p-4 text-on-accent">
          <p className="flex items-center justify-between">
            Balance <Eye className="size-4" />
          </p>
          <p className="tabular mt-1 text-2xl font-semibold">UGX 1,284,500</p>
        </div>
        <div className="mt-4 grid grid-cols-4 gap-2 text-center text-xs">
          {actions.map(({ Icon, label }) => (
            <span key={label} className="flex flex-col items-center gap-1.5">
              <span className="grid size-10 place-items-center rounded-xl border bg-surface text-accent-text">
                <Icon className="size-4" />
              </span>
              {label}
            </span>
          ))}
        </div>
        <ul className="mt-4 divide-y rounded-2xl border bg-surface px-3">
          {movements.map(({ what, when, amount }, index) => (
            <Movement key={what} {...{ what, when, amount, index }} />
          ))}
        </ul>
        <span className="mx-auto mt-4 block h-1 w-24 rounded-full bg-line" />
      </div>
    </Picture>
  );
}

interface MovementProps {
  what: string;
  when: string;
  amount: string;
  index: number;
}

const steps = ['', 'site-step site-step-1', 'site-step site-step-2', 'site-step site-step-3'];

function Movement({ what, when, amount, index }: MovementProps) {
  const isIncome = amount.startsWith('+');
  return (
    <li className={cn('flex items-center gap-2.5 py-2.5', steps[index])}>
      <span
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-lg',
          isIncome ? 'bg-success-soft text-success-text' : 'bg-danger-soft text-danger-text',
        )}
      >
        {isIncome ? <ArrowDownLeft className="size-4" /> : <ArrowUpRight className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{what}</span>
        <span className="block text-xs text-muted">{when}</span>
      </span>
      <span className={cn('tabular font-medium', isIncome && 'text-success-text')}>{amount}</span>
    </li>
  );
}
