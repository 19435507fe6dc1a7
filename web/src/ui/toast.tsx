import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { resolveValue, toast, useToaster, type Toast } from 'react-hot-toast/headless';
import { cn } from '../lib/cn.ts';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';

interface NotifyOptions {
  /** A toast with the same id is replaced instead of shown twice. */
  id?: string;
  /** Milliseconds; Infinity keeps it until it is dismissed. */
  duration?: number;
}

/** Short messages at the top right. At most 20 at once (the library's own limit). */
export const notify = {
  success: (text: string, options?: NotifyOptions) => toast.success(text, options),
  error: (text: string, options?: NotifyOptions) => toast.error(text, options),
  blank: (text: string, options?: NotifyOptions) => toast(text, options),
  /** Never expires: dismiss it, or show another with its id. */
  loading: (text: string, options?: NotifyOptions) => toast.loading(text, options),
  dismiss: (id?: string) => toast.dismiss(id),
};

interface ToasterProps {
  /** The client area shows successes for 4 seconds, everything else for 2. */
  successMs?: number | undefined;
  otherMs?: number | undefined;
}

export function Toaster({ successMs = 2000, otherMs = 4000 }: ToasterProps) {
  const { toasts, handlers } = useToaster({
    duration: otherMs,
    removeDelay: 150,
    success: { duration: successMs },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
  return (
    // aria-live here and not on each toast: a region is only read out if it was there before.
    // The pointer only holds the clock; nothing here has to be operated.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      data-toaster=""
      data-print="hide"
      aria-label="Notifications"
      aria-live="polite"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="pointer-events-none fixed top-0 right-0 z-60 flex max-h-dvh w-full flex-col items-end gap-2 overflow-y-auto p-4 empty:p-0 sm:w-96"
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  );
}

function ToastCard({ item }: { item: Toast }) {
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
        onClick={() => toast.dismiss(item.id)}
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
