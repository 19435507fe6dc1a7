import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Link, type LinkProps } from './link.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The name of the button, also shown as its tooltip. */
  label: string;
  icon: ReactNode;
  variant?: 'ghost' | 'secondary' | undefined;
  size?: 'xs' | 'sm' | 'md' | undefined;
  tone?: 'neutral' | 'danger' | undefined;
  busy?: boolean | undefined;
  tooltip?: boolean | undefined;
  /** A word beside the icon in the cards of phones, where no pointer shows the tooltip. */
  caption?: string | undefined;
}

const sizes = { xs: 'size-6', sm: 'size-8', md: 'size-9' };

export function iconButtonClass({
  variant = 'ghost',
  size = 'md',
  tone = 'neutral',
}: Pick<IconButtonProps, 'variant' | 'size' | 'tone'>): string {
  return cn(
    'inline-grid shrink-0 place-items-center rounded-lg border transition-colors duration-100 disabled:opacity-55 [&_svg]:size-4',
    variant === 'ghost' ? 'border-transparent' : 'border-line bg-surface',
    tone === 'danger'
      ? 'text-muted hover:not-disabled:bg-danger-soft hover:not-disabled:text-danger-text'
      : 'text-muted hover:not-disabled:bg-surface-hover hover:not-disabled:text-ink aria-expanded:bg-surface-hover aria-expanded:text-ink',
    sizes[size],
  );
}

export function IconButton({
  label,
  icon,
  variant,
  size,
  tone,
  busy = false,
  tooltip = true,
  caption,
  disabled,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-caption={caption}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      className={cn(iconButtonClass({ variant, size, tone }), className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  );
  if (!tooltip) return button;
  return (
    <Tooltip text={label} isName>
      {button}
    </Tooltip>
  );
}

interface IconLinkProps extends Omit<LinkProps, 'aria-label' | 'children'> {
  /** The name of the link, also shown as its tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'xs' | 'sm' | 'md' | undefined;
  /** As of an icon button. */
  caption?: string | undefined;
}

/** An icon button that is a link: view and edit in the rows of a table. */
export function IconLink({ label, icon, size, caption, className, ...rest }: IconLinkProps) {
  return (
    <Tooltip text={label} isName>
      <Link
        {...rest}
        aria-label={label}
        data-caption={caption}
        className={cn(iconButtonClass({ size }), className)}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}
