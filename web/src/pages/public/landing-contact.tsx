import { ContactForm, ContactWays } from '../../features/site/contact-form.tsx';
import { Hills } from '../../features/site/hills.tsx';

const steps = [
  'Tell us what your company does and how it is paid today.',
  'We open your company with its first account, and you invite your people.',
  'Collect the first payment, from the portal or from your own system.',
];

export function Contact() {
  return (
    <section
      id="contact"
      aria-labelledby="contact-title"
      className="relative isolate overflow-hidden border-t bg-surface"
    >
      <div className="mx-auto grid max-w-6xl gap-12 px-4 pt-16 pb-44 sm:px-6 md:pt-24 lg:grid-cols-[1fr_1.15fr] lg:gap-16">
        <div>
          <p className="text-sm font-semibold text-accent-text">Contact</p>
          <h2
            id="contact-title"
            className="mt-2 text-3xl leading-[1.2] tracking-[-0.02em] sm:text-4xl"
          >
            An account for your company
          </h2>
          <ol className="mt-6 flex flex-col gap-4">
            {steps.map((step, index) => (
              <li key={step} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="tabular grid size-8 shrink-0 place-items-center rounded-full border bg-background text-sm font-semibold"
                >
                  {index + 1}
                </span>
                <span className="pt-0.5 leading-7 text-muted">{step}</span>
              </li>
            ))}
          </ol>
          <p className="mt-6 leading-7 text-muted">
            Fees are agreed with each company before it starts, and every transaction shows its own.
          </p>
          <ContactWays />
        </div>
        <ContactForm />
      </div>
      <Hills className="absolute inset-x-0 bottom-0 -z-10 h-36 w-full" />
    </section>
  );
}
