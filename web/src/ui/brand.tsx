import { cn } from '../lib/cn.ts';

interface BrandProps {
  /** Next to the logo; without it only the logo is visible. */
  text?: string | undefined;
  className?: string | undefined;
  textClassName?: string | undefined;
}

/** The logo. The favicon is the same drawing. */
export function Brand({ text, className, textClassName }: BrandProps) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 shrink-0">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M22 10.5C20.7 8.9 18.6 8 16 8c-3.6 0-6 1.7-6 4.2 0 5.4 12 2.4 12 7.7 0 2.4-2.4 4.1-6 4.1-2.8 0-5-.9-6.3-2.6"
          fill="none"
          strokeWidth="2.75"
          strokeLinecap="round"
          className="stroke-on-accent"
        />
        <circle cx="25.5" cy="6.5" r="2.5" className="fill-on-accent opacity-70" />
      </svg>
      {text ? (
        <span className={cn('text-base font-semibold tracking-tight', textClassName)}>{text}</span>
      ) : null}
    </span>
  );
}
