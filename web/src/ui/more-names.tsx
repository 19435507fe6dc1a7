import type { ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

interface MoreNamesProps {
  /** Those that there was no room for. */
  names: readonly string[];
  /** "+2", or a badge that says so. */
  children: ReactNode;
}

/** Stands for names that are left out: they show on hover, and are read out. */
export function MoreNames({ names, children }: MoreNamesProps) {
  const text = names.join(', ');
  return (
    <Tooltip text={text} isName>
      <span className="inline-flex">
        {children}
        <span className="sr-only">: {text}</span>
      </span>
    </Tooltip>
  );
}
