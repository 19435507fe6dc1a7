import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { iconButtonClass } from './icon-button.tsx';
import { Link, type LinkProps } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconLinkProps extends Omit<LinkProps, 'aria-label' | 'children'> {
  /** The name of the link, also shown as its tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'xs' | 'sm' | 'md' | undefined;
}

/** The icon button that goes somewhere: view and edit in the rows of a table. */
export function IconLink({ label, icon, size, className, ...rest }: IconLinkProps) {
  return (
    <Tooltip text={label} isName>
      <Link {...rest} aria-label={label} className={cn(iconButtonClass({ size }), className)}>
        {icon}
      </Link>
    </Tooltip>
  );
}
