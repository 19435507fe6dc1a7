import {
  ArrowLeftRight,
  ChartNoAxesColumn,
  House,
  Landmark,
  Settings,
  Smartphone,
  Ticket,
  Users,
} from 'lucide-react';
import { Brand } from '../../ui/brand.tsx';
import { cn } from '../../lib/cn.ts';
import { Amount, Picture, Tag, type TagTone } from './picture-parts.tsx';
import { PhonePicture } from './phone-picture.tsx';

const entries = [
  House,
  ArrowLeftRight,
  Smartphone,
  Landmark,
  Ticket,
  Users,
  ChartNoAxesColumn,
  Settings,
];

const tiles = [
  { label: 'Total balance', value: '48,250,000' },
  { label: 'Collected today', value: '2,415,000' },
  { label: 'On hold', value: '1,200,000', isWideOnly: true },
];

interface Row {
  who: string;
  what: string;
  amount: string;
  status: string;
  tone: TagTone;
}

const rows: readonly Row[] = [
  {
    who: '0772 ••• 456',
    what: 'Voucher, 1 hour of WiFi',
    amount: '+1,000',
    status: 'Success',
    tone: 'success',
  },
  {
    who: '0701 ••• 118',
    what: 'Voucher, 30 days',
    amount: '+45,000',
    status: 'Processing',
    tone: 'info',
  },
  {
    who: 'Nile Fibre Ltd',
    what: 'Payout, waits for approval',
    amount: '-1,200,000',
    status: 'Pending',
    tone: 'warning',
  },
  {
    who: '0784 ••• 902',
    what: 'Voucher, 7 days',
    amount: '+12,000',
    status: 'Success',
    tone: 'success',
  },
];

/** The client portal and, in front of it, the phone of somebody who just bought a voucher. */
export function DashboardPicture() {
  return (
    <Picture
      label="The portal of a WiFi company: its balance, a chart of the week and the latest payments, beside the phone of a customer who paid 1,000 shillings and received a voucher code."
      className="pb-48 sm:pb-10 lg:-mr-8"
    >
      <div className="overflow-hidden rounded-2xl bg-surface-raised text-13 shadow-dialog">
        <div className="flex h-12 items-center gap-3 border-b px-4">
          <Brand className="[&_svg]:size-5" />
          <span className="font-medium">Kafunda WiFi</span>
          <span className="ml-auto hidden h-7 w-40 items-center rounded-lg border bg-surface-sunken px-2.5 text-xs text-muted sm:flex">
            Search transactions
          </span>
          <span className="ml-auto grid size-7 place-items-center rounded-full bg-accent-soft text-[0.6875rem] font-semibold text-accent-text sm:ml-0">
            SN
          </span>
        </div>
        <div className="flex">
          <div className="hidden flex-col gap-1 border-r p-2 sm:flex">
            {entries.map((Icon, index) => (
              <span
                key={index}
                className={cn(
                  'grid size-8 place-items-center rounded-lg',
                  index === 0 ? 'bg-accent-soft text-accent-text' : 'text-muted',
                )}
              >
                <Icon className="size-4" />
              </span>
            ))}
          </div>
          <div className="min-w-0 flex-1 p-4">
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {tiles.map(({ label, value, isWideOnly }) => (
                <div
                  key={label}
                  className={cn('rounded-lg border p-3', isWideOnly && 'hidden sm:block')}
                >
                  <p className="text-xs text-muted">{label}</p>
                  <Amount value={value} className="mt-1 block text-[0.9375rem] font-semibold" />
                </div>
              ))}
            </div>
            <WeekChart />
            {/* Room for the phone in front. */}
            <ul className="divide-y rounded-lg border sm:mr-42">
              {rows.map((row, index) => (
                <TransactionRow key={row.who} row={row} isNew={index === 0} />
              ))}
            </ul>
          </div>
        </div>
      </div>
      <PhonePicture className="absolute right-0 bottom-0 w-44 sm:-right-2 sm:w-48 lg:-right-4" />
    </Picture>
  );
}

function WeekChart() {
  const credits =
    'M0 62 C22 58 34 40 56 44 S92 66 112 50 S150 22 168 30 S206 46 224 28 S262 6 280 14';
  return (
    <div className="my-3 rounded-lg border px-3 pt-2.5 pb-1">
      <p className="flex items-center gap-3 text-xs text-muted">
        <span className="mr-auto font-medium text-ink">This week</span>
        <Legend className="bg-accent">In</Legend>
        <Legend className="bg-line-strong">Out</Legend>
      </p>
      <svg viewBox="0 0 280 84" preserveAspectRatio="none" className="mt-1 h-24 w-full">
        {[14, 38, 62].map((y) => (
          <line key={y} x1="0" x2="280" y1={y} y2={y} className="stroke-line" strokeWidth="1" />
        ))}
        <path d={`${credits} V84 H0 Z`} className="fill-accent-soft" />
        <path
          d="M0 74 C30 72 46 66 70 68 S120 74 146 66 S200 60 224 64 S262 56 280 58"
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
        <path d={credits} fill="none" strokeWidth="2" className="stroke-accent" />
      </svg>
    </div>
  );
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={cn('size-2 rounded-full', className)} />
      {children}
    </span>
  );
}

function TransactionRow({ row, isNew }: { row: Row; isNew: boolean }) {
  const { who, what, amount, status, tone } = row;
  return (
    <li
      className={cn(
        'flex items-center gap-3 px-3 py-2',
        isNew && 'site-new-row',
        'max-sm:nth-4:hidden',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="tabular block truncate font-medium">{who}</span>
        <span className="block truncate text-xs text-muted">{what}</span>
      </span>
      <span
        className={cn(
          'tabular font-medium whitespace-nowrap',
          amount.startsWith('+') && 'text-success-text',
        )}
      >
        {amount}
      </span>
      <span className="hidden w-20 justify-end sm:flex">
        <Tag tone={tone}>{status}</Tag>
      </span>
    </li>
  );
}
