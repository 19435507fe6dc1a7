import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { cn } from '../../lib/cn.ts';

const bars = [38, 52, 44, 61, 55, 72, 64, 80, 69, 88, 76, 96];

const movements = [
  { what: 'Airtel Money collection', when: 'Today, 09:41', amount: '850,000', isCredit: true },
  { what: 'Payout to supplier', when: 'Today, 08:12', amount: '1,200,000', isCredit: false },
  { what: 'MTN MoMo collection', when: 'Yesterday, 17:55', amount: '430,500', isCredit: true },
];

/** A drawing of the client portal, not data: it is hidden from screen readers as a picture is. */
export function ProductPicture({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'overflow-hidden rounded-xl bg-surface-raised text-sm shadow-dialog select-none',
        className,
      )}
    >
      <div className="flex items-center gap-1.5 border-b px-4 py-3">
        <span className="size-2.5 rounded-full bg-line" />
        <span className="size-2.5 rounded-full bg-line" />
        <span className="size-2.5 rounded-full bg-line" />
      </div>
      <div className="flex flex-col gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <p className="text-13 text-muted">Total balances</p>
            <p className="tabular mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">
              <span className="mr-1.5 text-base font-medium text-muted">UGX</span>48,250,000
            </p>
          </div>
          <span className="rounded-md border border-success-line bg-success-soft px-1.5 py-0.5 text-xs font-medium text-success-text">
            +4.2% this month
          </span>
        </div>
        <svg viewBox="0 0 240 72" className="h-24 w-full" preserveAspectRatio="none">
          {bars.map((height, index) => (
            <rect
              key={index}
              x={index * 20 + 3}
              y={72 - height * 0.7}
              width="13"
              height={height * 0.7}
              rx="2.5"
              className={index === bars.length - 1 ? 'fill-accent' : 'fill-accent-soft'}
            />
          ))}
        </svg>
        <ul className="divide-y border-t">
          {movements.map(({ what, when, amount, isCredit }) => (
            <li key={what} className="flex items-center gap-3 py-3 last:pb-0">
              <span
                className={cn(
                  'grid size-8 shrink-0 place-items-center rounded-lg',
                  isCredit
                    ? 'bg-success-soft text-success-text'
                    : 'bg-danger-soft text-danger-text',
                )}
              >
                {isCredit ? (
                  <ArrowDownLeft className="size-4" />
                ) : (
                  <ArrowUpRight className="size-4" />
                )}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{what}</span>
                <span className="block text-13 text-muted">{when}</span>
              </span>
              <span
                className={cn(
                  'tabular font-medium whitespace-nowrap',
                  isCredit ? 'text-success-text' : 'text-ink',
                )}
              >
                {isCredit ? '+' : '-'}
                {amount}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
