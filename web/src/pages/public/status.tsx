import { useEffect, type ReactNode } from 'react';
import { startStatus } from '../../features/site/status-behaviour.ts';
import { cn } from '../../lib/cn.ts';

/** Those that are not connected here are hidden once the server has said so. */
const networks = [
  { network: 'MTN', name: 'MTN MoMo' },
  { network: 'AIRTEL', name: 'Airtel Money' },
];
const dayCount = 90;

export const statusSentence =
  'Whether the books of Sente balance to the shilling, whether the mobile-money networks answer, how long a payer takes to approve a payment now, and whether payouts are sent.';

/**
 * Filled in by a plain script, also where the page was built without a server. Lines that it fills have their
 * height from the start, so that nothing moves while it reads.
 */
export default function StatusPage() {
  useEffect(() => startStatus(), []);
  return (
    <div data-status-page className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 md:py-16">
      <h1 className="text-3xl leading-[1.2] tracking-[-0.02em] sm:text-4xl">Status</h1>
      <p className="mt-4 text-lg leading-8 text-muted">{statusSentence}</p>
      <StatusFigures />
    </div>
  );
}

interface StatusFiguresProps {
  /** Of the parts, such as columns. */
  className?: string;
  /** What to do about it, beside how all is. */
  action?: ReactNode;
}

/** Below a heading, inside of what startStatus fills in. */
export function StatusFigures({ className, action }: StatusFiguresProps) {
  return (
    <>
      <div
        data-status-overall
        data-tone="unknown"
        className={cn(
          'mt-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 rounded-2xl border bg-surface px-5 py-4 text-lg font-semibold sm:px-6',
          'data-[tone=good]:border-success-line data-[tone=good]:bg-success-soft data-[tone=good]:text-success-text',
          'data-[tone=degraded]:border-warning-line data-[tone=degraded]:bg-warning-soft data-[tone=degraded]:text-warning-text',
          'data-[tone=bad]:border-danger-line data-[tone=bad]:bg-danger-soft data-[tone=bad]:text-danger-text',
        )}
      >
        <p data-status-text="word" aria-live="polite">
          Asking the server...
        </p>
        {action}
      </div>
      <noscript>
        <p className="mt-4">The figures need JavaScript. They are also at /api/Status.</p>
      </noscript>
      <div className={className}>
        <Part name="payouts" title="Payouts" className="xl:col-span-full">
          <p data-status-text="text" className="min-h-7 leading-7">
            Asking the server...
          </p>
        </Part>
        <Part name="books" title="Books" hasDays>
          <p data-status-text="text" className="min-h-14 leading-7 sm:min-h-7">
            Reading the last check...
          </p>
        </Part>
        {networks.map(({ network, name }) => (
          <Part key={network} name={network} title={name} hasDays>
            <p data-status-text="text" className="min-h-21 leading-7 sm:min-h-14">
              Asking the server...
            </p>
          </Part>
        ))}
      </div>
      <p
        data-status-text="read"
        aria-live="polite"
        className="tabular mt-6 min-h-5 text-13 text-muted"
      />
      <section aria-labelledby="meaning-title" className="mt-10 border-t pt-8">
        <h2 id="meaning-title" className="text-xl">
          What the figures say
        </h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 leading-7 text-muted">
          <li>
            The books are checked whole: every transaction sums to zero, every balance is the sum of
            its entries, and every hash is computed again.
          </li>
          <li>
            A network is degraded while some calls to it fail, and down while new payments are
            refused because it does not answer.
          </li>
          <li>
            The wait is that of payments which were approved in the last hour: half took no longer
            than the first figure.
          </li>
          <li>
            Payouts are stopped for all companies when something looks wrong, until two people of
            the provider decided what happens to those that wait.
          </li>
          <li>Grey days have no data: nobody looked, so nothing is claimed.</li>
        </ul>
      </section>
    </>
  );
}

interface PartProps {
  name: string;
  title: string;
  /** Whether its last days are shown. */
  hasDays?: boolean;
  className?: string;
  children: ReactNode;
}

function Part({ name, title, hasDays = false, className, children }: PartProps) {
  return (
    <section
      aria-label={title}
      data-status-part={name}
      data-tone="unknown"
      className={cn(
        'group/part mt-6 rounded-2xl border bg-surface p-5 sm:p-6 [&[hidden]]:hidden',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        <p
          className={cn(
            'inline-flex items-center gap-2 font-medium text-muted',
            'group-data-[tone=good]/part:text-success-text group-data-[tone=degraded]/part:text-warning-text',
            'group-data-[tone=bad]/part:text-danger-text',
          )}
        >
          <span
            aria-hidden="true"
            className={cn(
              'size-2.5 rounded-full bg-line-strong group-data-[tone=good]/part:bg-success',
              'group-data-[tone=degraded]/part:bg-warning group-data-[tone=bad]/part:bg-danger',
            )}
          />
          <span data-status-text="word">Not known</span>
        </p>
      </div>
      <div className="mt-2">{children}</div>
      {hasDays ? <Days /> : null}
    </section>
  );
}

function Days() {
  return (
    <>
      <div
        role="img"
        aria-label="No data yet"
        data-status-days
        className="mt-4 flex h-8 gap-px [&[hidden]]:hidden"
      >
        {Array.from({ length: dayCount }, (_, day) => (
          <span
            key={day}
            data-tone="unknown"
            className="min-w-0 flex-1 rounded-[1px] bg-line data-[tone=bad]:bg-danger data-[tone=degraded]:bg-warning data-[tone=good]:bg-success"
          />
        ))}
      </div>
      <p className="mt-1.5 flex justify-between gap-x-3 text-13 text-muted [&[hidden]]:hidden">
        <span>90 days ago</span>
        <span className="text-center">one bar a day</span>
        <span>Today</span>
      </p>
      <p
        data-status-text="summary"
        className="tabular mt-1 min-h-10 text-13 text-muted sm:min-h-5"
      />
    </>
  );
}
