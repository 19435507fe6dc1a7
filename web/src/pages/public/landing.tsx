import { useEffect } from 'react';
import { ContactForm, ContactWays } from '../../features/site/contact-form.tsx';
import { DashboardPicture } from '../../features/site/dashboard-picture.tsx';
import { Hero } from '../../features/site/hero.tsx';
import { OpenDemoLink } from '../../features/site/open-demo-link.tsx';
import { Hills } from '../../features/site/hills.tsx';
import { startLanding } from '../../features/site/landing-behaviour.ts';
import { Section } from '../../features/site/section.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { About } from './landing-about.tsx';
import { Services } from './landing-services.tsx';

export default function LandingPage() {
  useEffect(startLanding, []);
  return (
    <>
      <Hero
        id="home"
        eyebrow="Company accounts in Ugandan shillings"
        title="Paid by phone. Booked to the shilling."
        text="Sente gives your company its own accounts, collects and pays out over MTN MoMo and Airtel Money, and hands out voucher codes the moment they are paid for."
        actions={
          <>
            {/* A plain link: the browser itself scrolls to the section. */}
            <ButtonLink
              variant="primary"
              size="lg"
              to={paths.landingSection('contact')}
              reloadDocument
            >
              Ask for an account
            </ButtonLink>
            <ButtonLink size="lg" to={paths.wallet()}>
              See the wallet
            </ButtonLink>
            <OpenDemoLink />
          </>
        }
        note="For WiFi and internet resellers, shops, schools, and whoever else is paid by phone."
        picture={<DashboardPicture />}
      />
      <About />
      <Services />
      <Testimonials />
      <Contact />
    </>
  );
}

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

function Testimonials() {
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

const steps = [
  'Tell us what your company does and how it is paid today.',
  'We open your company with its first account, and you invite your people.',
  'Collect the first payment, from the portal or from your own system.',
];

function Contact() {
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
            For example at 1.5 %: a customer pays UGX 33,000, the fee is UGX 495, and UGX 32,505
            arrive on your account.
          </p>
          <ContactWays />
        </div>
        <ContactForm />
      </div>
      <Hills className="absolute inset-x-0 bottom-0 -z-10 h-36 w-full" />
    </section>
  );
}
