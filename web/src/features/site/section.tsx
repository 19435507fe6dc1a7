import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  eyebrow: string;
  title: string;
  text?: string;
  isSurface?: boolean;
  children: ReactNode;
}

export function Section({ id, eyebrow, title, text, isSurface = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={isSurface ? 'border-y bg-surface' : undefined}
    >
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 md:py-24">
        <div className="max-w-2xl">
          <p className="text-sm font-semibold text-accent-text">{eyebrow}</p>
          <h2
            id={`${id}-title`}
            className="mt-2 text-3xl leading-[1.2] tracking-[-0.02em] sm:text-4xl"
          >
            {title}
          </h2>
          {text ? <p className="mt-4 text-lg leading-8 text-muted">{text}</p> : null}
        </div>
        <div className="mt-10 md:mt-12">{children}</div>
      </div>
    </section>
  );
}
