import { type ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-xs tracking-wide text-muted uppercase">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2">{children}</div>;
}

export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
