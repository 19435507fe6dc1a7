import type { ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

interface MoreNamesProps {
  /** The names that did not fit. */
  names: readonly string[];
  /** "+2", or a badge that says so. */
  children: ReactNode;
}

/** Represents omitted names: shown on hover and to screen readers. */
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
