import { KeyRound, Landmark, ShieldCheck, Smartphone } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ProductPicture } from './product-picture.tsx';

const services = [
  {
    icon: Landmark,
    title: 'Company accounts',
    text: 'Hold several accounts in UGX, each with its own number, balance and history.',
  },
  {
    icon: Smartphone,
    title: 'Mobile-money payments',
    text: 'Collect from and pay out to phones, and follow every request from start to end.',
  },
  {
    icon: KeyRound,
    title: 'Internet products and vouchers',
    text: 'Offer internet bundles, upload their codes in bulk and see which ones are used.',
  },
  {
    icon: ShieldCheck,
    title: 'People and permissions',
    text: 'Decide who may see accounts, read transactions or manage the users of the company.',
  },
];

const testimonials = [
  {
    quote: 'We see what came in by phone before the day is over, and the balance agrees.',
    name: 'Grace N.',
    role: 'Finance lead, retailer in Kampala',
  },
  {
    quote: 'Uploading vouchers used to take an afternoon. Now it is one file.',
    name: 'Moses K.',
    role: 'Operations, internet provider in Mbarara',
  },
];

export default function LandingPage() {
  useSectionOfAddress();
  return (
    <>
      <section id="home" className="scroll-mt-20 border-b bg-surface">
        <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[1.05fr_1fr] lg:gap-16">
          <div>
            <h1 className="text-4xl leading-11 tracking-tight sm:text-5xl sm:leading-14">
              Your company&apos;s money, clear at any hour
            </h1>
            <p className="mt-5 max-w-xl text-lg leading-7 text-muted">
              Sente keeps company accounts in Ugandan shillings, moves mobile money in and out, and
              shows every movement where you can check it.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink variant="primary" size="lg" to={paths.login()}>
                Sign In
              </ButtonLink>
              <ButtonLink size="lg" to={paths.wallet()}>
                See the wallet
              </ButtonLink>
            </div>
          </div>
          <ProductPicture />
        </div>
      </section>

      <Section id="about" title="About">
        <div className="grid gap-8 md:grid-cols-[1.6fr_1fr] md:gap-16">
          <p className="text-lg leading-8 text-muted">
            Companies use Sente to hold accounts, make credit and debit transactions and request
            mobile-money payments. Every company sees its own records and nothing else, and its
            people see what their role allows.
          </p>
          <dl className="grid grid-cols-2 gap-4 md:grid-cols-1">
            <Figure value="50,000" label="users" />
            <Figure value="1,200,000" label="transactions" />
          </dl>
        </div>
      </Section>

      <Section id="services" title="Services" isSurface>
        <ul className="grid gap-4 sm:grid-cols-2">
          {services.map(({ icon: Icon, title, text }) => (
            <li key={title} className="rounded-xl border bg-background p-6">
              <span className="grid size-10 place-items-center rounded-lg bg-accent-soft text-accent-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <h3 className="mt-4">{title}</h3>
              <p className="mt-1 leading-6 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section id="testimonials" title="Testimonials">
        <div className="grid gap-4 md:grid-cols-2">
          {testimonials.map(({ quote, name, role }) => (
            <figure key={name} className="rounded-xl border bg-surface p-6">
              <blockquote className="text-lg leading-8">“{quote}”</blockquote>
              <figcaption className="mt-4 text-sm text-muted">
                <span className="font-medium text-ink">{name}</span>, {role}
              </figcaption>
            </figure>
          ))}
        </div>
        <p className="mt-4 text-sm text-muted">
          The figures, names and quotes on this page are examples.
        </p>
      </Section>

      <Section id="contact" title="Contact" isSurface>
        <p className="max-w-xl text-lg leading-8 text-muted">
          Questions about an account for your company? Write to{' '}
          <a href="mailto:hello@sente.test" className="link">
            hello@sente.test
          </a>
          .
        </p>
      </Section>
    </>
  );
}

interface SectionProps {
  id: string;
  title: string;
  isSurface?: boolean;
  children: ReactNode;
}

function Section({ id, title, isSurface = false, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={isSurface ? 'scroll-mt-16 border-y bg-surface' : 'scroll-mt-16'}
    >
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
        <h2 id={`${id}-title`} className="mb-6 text-3xl leading-9">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="flex flex-col-reverse rounded-xl border bg-surface px-4 py-5 sm:px-6">
      <dt className="text-muted">{label}</dt>
      <dd className="tabular text-2xl leading-8 font-semibold sm:text-3xl sm:leading-9 tracking-tight">
        {value}
      </dd>
    </div>
  );
}

/** The router changes the address without the jump a browser would make. */
function useSectionOfAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
}
