import {
  ArrowLeftRight,
  ChartNoAxesColumn,
  House,
  Landmark,
  Settings,
  Smartphone,
  Ticket,
  Users,
  Check,
} from 'lucide-react';
import { cn } from '../../lib/cn.ts';
import { Brand } from '../../ui/brand.tsx';
import { Amount, Picture, Tag, type TagTone } from './picture-parts.tsx';

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

/** The client portal and, in front of it, the phone of a customer who bought a voucher. */
export function DashboardPicture() {
  return (
    <Picture
      label="The portal of a WiFi company: its balance, a chart of the week and the latest payments, beside the phone of a customer who paid 1,000 shillings and received a voucher code."
      className="pb-48 sm:pb-10 xl:-mr-8"
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
      <PhonePicture className="absolute right-0 bottom-0 w-44 sm:-right-2 sm:w-48 xl:-right-4" />
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

/** A customer's phone: the prompt to pay, the approval and the voucher. */
function PhonePicture({ className }: { className?: string }) {
  return (
    <div
      className={cn(
        'rounded-[1.75rem] border-4 border-ink bg-background p-3 text-xs shadow-dialog dark:border-line-strong',
        className,
      )}
    >
      <span className="mx-auto mb-3 block h-1.5 w-12 rounded-full bg-line" />
      <div className="flex flex-col gap-2">
        <div className="site-step site-step-1 rounded-xl border bg-surface p-2.5">
          <p className="font-semibold">MTN MoMo</p>
          <p className="mt-0.5 leading-4 text-muted">
            Pay <Amount value="1,000" className="font-medium text-ink" /> to Kafunda WiFi? Enter PIN
            to approve.
          </p>
        </div>
        <p className="site-step site-step-2 flex items-center gap-2 self-end rounded-xl bg-accent px-2.5 py-1.5 font-medium text-on-accent">
          <Check className="size-3.5" /> Approved
        </p>
        <div className="site-step site-step-3 relative overflow-hidden rounded-xl border border-success-line bg-success-soft p-2.5">
          <p className="text-success-text">1 hour of WiFi</p>
          <p className="mt-1 font-mono text-[0.9375rem] font-semibold tracking-wide">7K2M-93QX</p>
          <span className="absolute top-1/2 -left-1.5 size-3 -translate-y-1/2 rounded-full border border-success-line bg-background" />
          <span className="absolute top-1/2 -right-1.5 size-3 -translate-y-1/2 rounded-full border border-success-line bg-background" />
        </div>
      </div>
      <span className="mx-auto mt-3 block h-1 w-16 rounded-full bg-line" />
    </div>
  );
}
