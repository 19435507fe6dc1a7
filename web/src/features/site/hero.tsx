import type { ReactNode } from 'react';

interface HeroProps {
  id?: string;
  eyebrow: string;
  title: string;
  text: string;
  /** Where to go from here. */
  actions: ReactNode;
  /** One line under the actions. */
  note?: ReactNode;
  picture: ReactNode;
}

/** The opening of a public page: what it is, where to go, and a picture of the product. */
export function Hero({ id, eyebrow, title, text, actions, note, picture }: HeroProps) {
  return (
    <section id={id} className="site-paper overflow-hidden border-b bg-surface">
      <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 sm:px-6 md:pt-20 md:pb-24 lg:grid-cols-[1fr_1.08fr] lg:gap-12">
        <div>
          <p className="inline-flex items-center gap-2 rounded-full border bg-surface px-3 py-1 text-13 font-medium text-accent-text">
            <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />
            {eyebrow}
          </p>
          <h1 className="mt-5 max-w-[9em] text-4xl leading-[1.12] tracking-[-0.025em] sm:text-5xl lg:text-[2.75rem] xl:text-[3.25rem]">
            {title}
          </h1>
          <p className="mt-5 max-w-xl text-lg leading-8 text-muted">{text}</p>
          {/* Three of them stay on one line beside the picture; on a phone the first has its own. */}
          <div className="mt-8 flex flex-wrap gap-2 *:px-4 max-sm:*:grow max-sm:[&>:first-child]:basis-full lg:*:px-3.5 lg:max-xl:*:px-3 lg:max-xl:*:text-sm">
            {actions}
          </div>
          {note ? <div className="mt-6 text-sm leading-6 text-muted">{note}</div> : null}
        </div>
        {picture}
      </div>
    </section>
  );
}
