import { BellRing, BookOpen, Fingerprint, RotateCcw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Section } from '../../features/site/section.tsx';
import {
  AccountsArt,
  ApprovalArt,
  MobileMoneyArt,
  PeopleArt,
  VouchersArt,
} from '../../features/site/service-art.tsx';
import { apiLink } from '../../features/site/site-links.ts';
import { cn } from '../../lib/cn.ts';

interface Service {
  Art: ComponentType;
  title: string;
  text: string;
  isWide?: boolean;
}

const services: readonly Service[] = [
  {
    Art: AccountsArt,
    title: 'Company accounts',
    text: 'Open as many as you have purposes, each with its own number, balance and history. Other companies never see yours, and an account never goes below zero. The provider holds the money for you at MTN and Airtel and owes you your balance to the shilling, until you pay it out or settle it to your bank.',
    isWide: true,
  },
  {
    Art: MobileMoneyArt,
    title: 'MTN and Airtel mobile money',
    text: 'Ask a customer to pay, or send money to any number on either network. Every request can be followed step by step until it is paid or refused, with the reason in words.',
    isWide: true,
  },
  {
    Art: VouchersArt,
    title: 'Voucher codes',
    text: 'Upload codes from a CSV file, up to 100,000 at a time. Each is sold once, and you see how many are left before your customers do.',
  },
  {
    Art: ApprovalArt,
    title: 'Payouts with a second pair of eyes',
    text: 'A payout asked for in the portal waits until somebody else has approved it: a colleague, the provider or both, as your rules say. Small ones may go at once. Whoever asked cannot also agree.',
  },
  {
    Art: PeopleArt,
    title: 'People and permissions',
    text: 'Give the cashier the codes, the accountant the transactions and yourself the rest. What was done, and by whom, stays on record.',
  },
];

const promises = [
  {
    icon: Fingerprint,
    title: 'Signed requests',
    text: 'Your systems sign each call with the key of your company.',
  },
  {
    icon: RotateCcw,
    title: 'Safe to send again',
    text: 'The same order with the same key is charged once, also after a crash.',
  },
  {
    icon: BellRing,
    title: 'Webhooks',
    text: 'We tell your server what became of a payment, and again when it did not answer.',
  },
];

export function Services() {
  return (
    <Section
      id="services"
      eyebrow="Services"
      title="Everything between the customer's phone and your books"
      isSurface
    >
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-6">
        {services.map(({ Art, title, text, isWide }) => (
          <li
            key={title}
            className={cn(
              'min-w-0 rounded-2xl border bg-background p-3',
              isWide ? 'lg:col-span-3' : 'lg:col-span-2',
            )}
          >
            <Art />
            <div className="px-3 pt-5 pb-3">
              <h3 className="text-lg leading-7">{title}</h3>
              <p className="mt-1.5 leading-7 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <Developers />
    </Section>
  );
}

function Developers() {
  return (
    <div className="mt-5 grid gap-8 rounded-2xl border bg-background p-6 sm:p-10 lg:grid-cols-[1fr_1.1fr] lg:gap-14">
      <div className="min-w-0">
        <h3 className="text-2xl leading-8 tracking-[-0.015em]">An API for your own systems</h3>
        <p className="mt-3 leading-7 text-muted">
          Sell from your own captive portal, shop or school system. This is a whole voucher sale:
          ask for the payment, wait for it, read the code.
        </p>
        <ul className="mt-7 flex flex-col gap-5">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div>
                <h4 className="font-medium">{title}</h4>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <a href={apiLink.to} className="link mt-7 inline-flex items-center gap-2 py-1">
          <BookOpen aria-hidden="true" className="size-4" />
          Read the API reference
        </a>
      </div>
      <CodeExample />
    </div>
  );
}

const Keyword = ({ children }: { children: ReactNode }) => (
  <span className="text-info-text">{children}</span>
);
const Text = ({ children }: { children: ReactNode }) => (
  <span className="text-success-text">{children}</span>
);
const Note = ({ children }: { children: ReactNode }) => (
  <span className="text-muted">{children}</span>
);

/** Sells one voucher with client/sente-client.ts, as client/example.ts does. */
function CodeExample() {
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl border bg-surface-raised">
      <figcaption className="flex items-center justify-between border-b px-4 py-2.5 text-13 text-muted">
        <span className="font-mono">sell-voucher.ts</span>
        <span>Node</span>
      </figcaption>
      {/* Scrolls on a phone instead of breaking its lines, and can be reached to do so by the keyboard. */}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label="sell-voucher.ts"
        className="overflow-x-auto px-4 py-4 font-mono text-xs leading-6 -outline-offset-2 sm:text-13 sm:leading-6"
      >
        <code>
          <Keyword>const</Keyword> sente = createSenteClient({'{\n'}
          {'  baseUrl, channelId, secretKey,\n'}
          {'});\n\n'}
          <Keyword>const</Keyword> {'{ transactionId } = '}
          <Keyword>await</Keyword> sente.collect(
          {'\n  {\n    phoneNumber: '}
          <Text>&apos;0772 123 456&apos;</Text>
          {',\n    amount: 1000,\n    productCode: '}
          <Text>&apos;WIFI-1H&apos;</Text>
          {',\n    reference: '}
          <Text>&apos;Order 1041&apos;</Text>
          {',\n  },\n  '}
          <Note>{'// However often it is sent: charged once.'}</Note>
          {'\n  { idempotencyKey: '}
          <Text>&apos;order-1041&apos;</Text>
          {' },\n);\n\n'}
          <Keyword>const</Keyword> payment = <Keyword>await</Keyword> sente.waitFor(transactionId);
          {'\n'}
          console.log(payment.status, payment.voucherCode);
        </code>
      </pre>
    </figure>
  );
}
