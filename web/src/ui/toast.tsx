import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, type PointerEvent } from 'react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { cn } from '../lib/cn.ts';
import { IconButton } from './icon-button.tsx';
import { Link } from './link.tsx';
import { Spinner } from './spinner.tsx';

interface NotifyOptions {
  /** A toast with the same id is replaced instead of shown twice. */
  id?: string;
  /** Milliseconds; Infinity keeps it until it is dismissed. */
  duration?: number;
}

/** Short messages at the top right, below the bar with the bell and the menu. At most 20 at once (the library's own limit). */
export const notify = {
  success: (text: string, options?: NotifyOptions) => toast.success(text, options),
  error: (text: string, options?: NotifyOptions) => toast.error(text, options),
  blank: (text: string, options?: NotifyOptions) => toast(text, options),
  /** What was saved waits for a second person; long enough to follow the link. */
  waiting: (text: string, request: string) =>
    toast(
      <>
        {text}{' '}
        <Link to={request} className="link rounded-sm">
          Open the request
        </Link>
      </>,
      { duration: 8000 },
    ),
  /** Never expires: dismiss it, or show another with its id. */
  loading: (text: string, options?: NotifyOptions) => toast.loading(text, options),
  dismiss: (id?: string) => toast.dismiss(id),
};

interface ToasterProps {
  /** The address: a message goes with the page that it was told on. */
  page?: string | undefined;
  /** The client area shows successes for 4 seconds, everything else for 2. */
  successMs?: number | undefined;
  otherMs?: number | undefined;
}

/** The next page shows what the step that led there has told. */
const toldByTheStepMs = 1000;

export function Toaster({ page, successMs = 2000, otherMs = 4000 }: ToasterProps) {
  const { toasts, handlers } = useToaster({
    duration: otherMs,
    removeDelay: 150,
    success: { duration: successMs },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
  const clock = useHeldClock(handlers);
  const told = useRef(toasts);
  useEffect(() => {
    told.current = toasts;
  });
  useEffect(() => {
    const isOld = ({ type, createdAt }: Toast) =>
      type !== 'loading' && Date.now() - createdAt > toldByTheStepMs;
    for (const { id } of told.current.filter(isOld)) toast.dismiss(id);
  }, [page]);
  return (
    // aria-live here and not on each toast: a region is only read out if it was there before.
    // The pointer only holds the clock; nothing here has to be operated.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      data-toaster=""
      data-print="hide"
      aria-label="Notifications"
      aria-live="polite"
      onPointerMove={clock.hold}
      onPointerLeave={clock.release}
      className="pointer-events-none fixed top-14 right-0 z-60 flex max-h-[calc(100dvh-3.5rem)] w-full flex-col items-end gap-2 overflow-y-auto p-4 empty:p-0 sm:w-96"
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} onDismiss={clock.release} />
      ))}
    </section>
  );
}

/**
 * A mouse that moves over the messages holds their clock. One that rests where a message appears, or a finger, does
 * not; nor does one whose message was dismissed: no browser says that it left.
 */
function useHeldClock({ startPause, endPause }: { startPause: () => void; endPause: () => void }) {
  const isHeld = useRef(false);
  return {
    hold: ({ pointerType }: PointerEvent) => {
      if (isHeld.current || pointerType !== 'mouse') return;
      isHeld.current = true;
      startPause();
    },
    release: () => {
      isHeld.current = false;
      endPause();
    },
  };
}

function ToastCard({ item, onDismiss }: { item: Toast; onDismiss: () => void }) {
  return (
    <div
      role={item.type === 'error' ? 'alert' : 'status'}
      aria-live={item.type === 'error' ? 'assertive' : 'off'}
      data-toast={item.type}
      className={cn(
        'pointer-events-auto flex w-full shrink-0 items-start gap-2.5 rounded-lg bg-surface-raised py-2.5 pr-2 pl-3 shadow-float',
        item.visible ? 'animate-pop-in' : 'animate-pop-out opacity-0',
      )}
    >
      <Icon type={item.type} />
      <p className="min-w-0 flex-1 py-0.5 break-words">{resolveValue(item.message, item)}</p>
      <IconButton
        label="Dismiss"
        icon={<X />}
        size="xs"
        tooltip={false}
        onClick={() => {
          toast.dismiss(item.id);
          onDismiss();
        }}
      />
    </div>
  );
}

function Icon({ type }: { type: Toast['type'] }) {
  const className = 'mt-1 size-4 shrink-0';
  if (type === 'success')
    return <CircleCheck aria-hidden="true" className={cn(className, 'text-success')} />;
  if (type === 'error')
    return <CircleAlert aria-hidden="true" className={cn(className, 'text-danger-text')} />;
  if (type === 'loading')
    return (
      <span className="mt-1 text-muted">
        <Spinner />
      </span>
    );
  return null;
}
