import { Section } from '../../features/site/section.tsx';

const testimonials = [
  {
    quote:
      'On Sunday evenings the hostel buys more WiFi than in the rest of the week. I used to sit at the counter for it. Now I look at the list on Monday.',
    name: 'Moses Katende',
    role: 'Owner of a WiFi business, Mbarara',
  },
  {
    quote:
      'What came in by phone and what is in the books are the same number. I no longer keep two notebooks to find out which one is wrong.',
    name: 'Grace Nakato',
    role: 'Accountant of a wholesaler, Kampala',
  },
  {
    quote:
      'A father calls and says he has paid. I type the name of the child and tell him, yes, yesterday at ten past four.',
    name: 'Peter Okello',
    role: 'Bursar of a secondary school, Gulu',
  },
];

export function Testimonials() {
  return (
    <Section
      id="testimonials"
      eyebrow="Testimonials"
      title="What a Monday sounds like"
      text="Examples of the companies we build for. The people and their words are made up, the work is not."
    >
      <div className="grid gap-5 lg:grid-cols-3">
        {testimonials.map(({ quote, name, role }) => (
          <figure key={name} className="flex flex-col rounded-2xl border bg-surface p-6 sm:p-7">
            <svg viewBox="0 0 32 24" aria-hidden="true" className="h-6 w-8 fill-accent-soft">
              <path d="M0 24V13C0 5 4 1 12 0l1 4c-5 1-7 3-7 7h6v13Zm18 0V13C18 5 22 1 30 0l1 4c-5 1-7 3-7 7h6v13Z" />
            </svg>
            <blockquote className="mt-4 flex-1 text-lg leading-8">{quote}</blockquote>
            <figcaption className="mt-6 flex items-start gap-3 text-sm lg:min-h-15">
              <span
                aria-hidden="true"
                className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-text"
              >
                {name
                  .split(' ')
                  .map((part) => part[0])
                  .join('')}
              </span>
              <span>
                <span className="block font-medium">{name}</span>
                <span className="block text-muted">{role}</span>
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
