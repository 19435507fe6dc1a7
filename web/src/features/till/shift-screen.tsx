import type { TillState } from '@sente/contract/till';
import { LogOut, Volume2, VolumeX } from 'lucide-react';
import { useEffect } from 'react';
import { clockWords } from '@sente/contract/kampala';
import { cn } from '../../lib/cn.ts';
import { formatSeconds } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { PaymentFeed, sourceOf } from './payment-feed.tsx';
import { askerNote, cautionOf } from './payment-notes.ts';
import { TakePayment } from './take-payment.tsx';
import { TillTestBar } from './till-frame.tsx';
import { useShiftFeed } from './use-shift-feed.ts';
import { useSound, type Sound } from './use-sound.ts';
import { useTaking } from './use-taking.ts';

interface ShiftScreenProps {
  till: TillState;
  shift: NonNullable<TillState['shift']>;
  /** By the cashier. */
  onEnd: () => void;
  /** It has ended elsewhere, or the device was unpaired. */
  onRefused: (error: Error) => void;
  /** For the next customer: what can be sold may have changed. */
  onSell: () => void;
}

/** All that a cashier sees: what to do, and what is asked for and paid, beside it on a tablet and below on a phone. */
export function ShiftScreen({ till, shift, onEnd, onRefused, onSell }: ShiftScreenProps) {
  const sound = useSound();
  const feed = useShiftFeed(shift.id, sound.isMuted);
  const taking = useTaking(shift.id, onSell);
  useEffect(() => {
    if (feed.error) onRefused(feed.error);
  }, [feed.error, onRefused]);
  return (
    <div className="flex min-h-dvh flex-col">
      <TillTestBar mode={till.mode} />
      <ShiftBar till={till} shift={shift} sound={sound} onEnd={onEnd} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-5xl flex-1 px-4 py-4">
        <h1 className="sr-only">{till.tillName}</h1>
        {feed.staleSince === null ? null : <StaleBanner since={feed.staleSince} />}
        {taking.checked ? null : <LatestPaid feed={feed} />}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <div className="min-w-0">
            <TakePayment
              taking={taking}
              products={shift.products}
              payments={feed.payments}
              tillName={till.tillName}
              mode={till.mode}
            />
          </div>
          <section aria-label="This shift" className="min-w-0">
            <h2 className="mb-2 text-base">This shift</h2>
            <PaymentFeed
              {...feed}
              onOpen={(payment) => {
                taking.look(payment);
                // On a phone the list is below what it opens.
                window.scrollTo(0, 0);
              }}
            />
          </section>
        </div>
      </main>
    </div>
  );
}

/** Nobody may take old news for new. */
function StaleBanner({ since }: { since: string }) {
  return (
    <Banner
      tone="danger"
      className="mb-4"
      title={since === '' ? 'Not current' : `Not current since ${formatSeconds(since)}`}
    >
      There is no connection. Payments may have come that are not shown. It goes on by itself.
    </Banner>
  );
}

/** The last one in large letters, also on a phone, where the list is below. */
function LatestPaid({ feed }: { feed: ReturnType<typeof useShiftFeed> }) {
  const latest = feed.payments.find(({ state }) => state === 'paid');
  if (!latest) return null;
  const isFresh = feed.freshIds.has(latest.id);
  const [caution, asker] = [cautionOf(latest), askerNote(latest)];
  return (
    <section
      aria-label="Last payment"
      // Read aloud it would sound like one that was just made.
      aria-live={caution ? 'off' : 'polite'}
      data-fresh={isFresh || undefined}
      className={cn(
        'mb-4 flex flex-wrap items-end justify-between gap-x-4 rounded-lg border px-4 py-3 transition-colors duration-700',
        caution
          ? 'border-warning-line bg-warning-soft'
          : isFresh
            ? 'border-success-line bg-success-soft'
            : 'bg-surface',
      )}
    >
      <div>
        {/* So that nobody takes it for the sum of the shift, which stands on its sheet at the end. */}
        <p className="text-13 text-muted">Last payment</p>
        <p className={cn('text-3xl font-semibold', isFresh && 'motion-safe:animate-pop-in')}>
          <Money amount={latest.amount} />
        </p>
      </div>
      <p className="text-muted">
        {isFresh ? <span className="font-medium text-success-text">Just paid </span> : null}
        {sourceOf(latest)} · <span className="tabular">{formatSeconds(latest.at)}</span>
        {asker ? <span className="block text-13 font-medium">{asker}</span> : null}
      </p>
      {caution ? <p className="mt-1 w-full font-medium text-warning-text">{caution}</p> : null}
    </section>
  );
}

function ShiftBar(props: Pick<ShiftScreenProps, 'till' | 'shift' | 'onEnd'> & { sound: Sound }) {
  const { till, shift, sound, onEnd } = props;
  return (
    <header className="flex items-center gap-2 border-b bg-surface px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{till.tillName}</p>
        <p className="truncate text-13 text-muted">
          {shift.cashierName}, since {clockWords(new Date(shift.openedAt))}
        </p>
      </div>
      <IconButton
        variant="secondary"
        label={sound.isMuted ? 'Turn the sound on' : 'Turn the sound off'}
        icon={sound.isMuted ? <VolumeX /> : <Volume2 />}
        onClick={sound.toggle}
      />
      <Button icon={<LogOut />} onClick={onEnd}>
        End Shift
      </Button>
    </header>
  );
}
