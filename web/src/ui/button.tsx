import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { cn } from '../lib/cn.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'ghost'
  | 'danger'
  | 'danger-quiet'
  | 'danger-ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Before the text; the spinner takes its place while busy. */
  icon?: ReactNode;
  fullWidth?: boolean | undefined;
}

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover',
  secondary:
    'border-line bg-surface text-ink hover:not-disabled:bg-surface-hover aria-expanded:bg-surface-hover',
  ghost:
    'border-transparent text-ink hover:not-disabled:bg-surface-hover aria-expanded:bg-surface-hover',
  /* Opens a confirmation, which has the destructive style: the page itself stays calm. */
  'danger-quiet':
    'border-line bg-surface text-danger-text hover:not-disabled:border-danger-line hover:not-disabled:bg-danger-soft',
  /* The same in each row of a list, where so much red would be an alarm. */
  'danger-ghost':
    'border-transparent text-muted hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger-text',
  danger: 'border-transparent bg-danger text-on-danger hover:not-disabled:bg-danger-hover',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-2.5 text-13',
  md: 'h-9 px-3.5 text-sm',
  lg: 'h-11 px-5 text-base',
};

function buttonClass({
  variant = 'secondary',
  size = 'md',
  fullWidth = false,
}: ButtonStyle): string {
  return cn(
    'relative inline-flex shrink-0 items-center justify-center rounded-lg border font-medium whitespace-nowrap select-none',
    'transition-[background-color,border-color,transform] duration-100 active:not-disabled:translate-y-px',
    'disabled:opacity-55 aria-busy:opacity-80 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    fullWidth && 'w-full',
  );
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick'>, ButtonStyle {
  /** Shows the spinner and ignores clicks. */
  busy?: boolean | undefined;
  /** Replaces the text while busy; the button is wide enough for both from the start. */
  busyLabel?: string | undefined;
  /** May return a promise: the button is busy until it settles. */
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

export function Button({
  variant,
  size,
  icon,
  fullWidth,
  busy = false,
  busyLabel,
  disabled,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const { running, run } = useOneAtATime(onClick);
  const isBusy = busy || running;
  const keepFocus = useKeepFocus(isBusy);

  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) return;
        keepFocus(event.currentTarget);
        run(event);
      }}
      className={cn(buttonClass({ variant, size, fullWidth }), className)}
    >
      <Label icon={icon} busy={isBusy} busyLabel={busyLabel}>
        {children}
      </Label>
    </button>
  );
}

interface LabelProps {
  icon: ReactNode;
  busy: boolean;
  busyLabel: string | undefined;
  children: ReactNode;
}

/**
 * Keeps one width in both states. With a busy label the hidden text reserves its width through a
 * pseudo-element, so that it is never part of the button's text or name.
 */
function Label({ icon, busy, busyLabel, children }: LabelProps) {
  if (!busyLabel) {
    return (
      <span className="inline-flex items-center gap-2">
        {icon && busy ? <Spinner /> : icon}
        {busy && !icon ? (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        ) : null}
        <span className={busy && !icon ? 'opacity-0' : undefined}>{children}</span>
      </span>
    );
  }
  const hidden = busy ? (typeof children === 'string' ? children : '') : busyLabel;
  return (
    <span
      className="reserve-width"
      data-reserve={hidden}
      data-reserve-icon={!busy || icon ? '' : undefined}
    >
      <span className="inline-flex items-center gap-2">
        {busy ? <Spinner /> : icon}
        <span>{busy ? busyLabel : children}</span>
      </span>
    </span>
  );
}

/** A second click is ignored while the promise of the first is pending, even within one frame. */
function useOneAtATime(onClick: ButtonProps['onClick']) {
  const open = useRef(false);
  const [running, setRunning] = useState(false);

  function run(event: MouseEvent<HTMLButtonElement>): void {
    if (open.current) return;
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    open.current = true;
    setRunning(true);
    // A failure that the handler did not catch still surfaces as an unhandled rejection.
    void result.finally(() => {
      open.current = false;
      setRunning(false);
    });
  }

  return { running, run };
}

/** A disabled button loses the focus; the pressed one gets it back when it is enabled again. */
function useKeepFocus(busy: boolean): (pressed: HTMLButtonElement) => void {
  const pressed = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (busy) return;
    if (document.activeElement === document.body) pressed.current?.focus();
    pressed.current = null;
  }, [busy]);
  return (node) => {
    pressed.current = node;
  };
}

export interface ButtonLinkProps extends LinkProps, ButtonStyle {}

/** A link that looks like a button, for navigation. */
export function ButtonLink({
  variant,
  size,
  icon,
  fullWidth,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={cn(buttonClass({ variant, size, fullWidth }), 'gap-2', className)}>
      {icon}
      {children}
    </Link>
  );
}
