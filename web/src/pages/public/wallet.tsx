import { ArrowLeftRight, ChartPie, EyeOff, Send } from 'lucide-react';
import { useEffect } from 'react';
import { Hero } from '../../features/site/hero.tsx';
import { Hills } from '../../features/site/hills.tsx';
import { OpenDemoLink } from '../../features/site/open-demo-link.tsx';
import { Section } from '../../features/site/section.tsx';
import { demoWalletLink } from '../../features/site/site-links.ts';
import { offerDemo } from '../../features/site/site-offers.ts';
import { WalletPicture } from '../../features/site/wallet-picture.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

const features = [
  {
    icon: Send,
    title: 'Add, send, withdraw',
    text: 'Bring money in from a phone, send it on, or take it out. Three buttons, and every step on record.',
  },
  {
    icon: ArrowLeftRight,
    title: 'One list of everything',
    text: 'Type a word and the payment is there. Look at income only, or at expenses only.',
  },
  {
    icon: ChartPie,
    title: 'Where it went',
    text: 'Charts of the last 7, 30 or 90 days show what came in, what went out and on what.',
  },
  {
    icon: EyeOff,
    title: 'Private on a shared screen',
    text: 'One press hides the balance when somebody looks over your shoulder in the taxi.',
  },
];

export default function WalletPage() {
  useEffect(() => void offerDemo(), []);
  return (
    <>
      <Hero
        eyebrow="The Sente wallet"
        title="A wallet that shows its work"
        text="Balance, movements and spending on one screen, in Ugandan shillings, on the phone in your hand or the screen on your desk."
        actions={<Actions />}
        note="The pictures and the demo show sample data. No money moves in them."
        picture={<WalletPicture />}
      />
      <Section
        id="features"
        eyebrow="What it does"
        title="Small enough to learn in a minute"
        text="The wallet does a few things, and says what it did."
      >
        <ul className="grid gap-5 sm:grid-cols-2">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-5 rounded-2xl border bg-surface p-6">
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div>
                <h3 className="text-lg leading-7">{title}</h3>
                <p className="mt-1 leading-7 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <section
        aria-labelledby="try-title"
        className="relative isolate overflow-hidden border-t bg-surface"
      >
        <div className="mx-auto flex max-w-6xl flex-col items-center px-4 pt-16 pb-44 text-center sm:px-6 md:pt-20">
          <h2 id="try-title" className="text-3xl leading-[1.2] tracking-[-0.02em]">
            Try it before you trust it
          </h2>
          <p className="mt-3 max-w-xl text-lg leading-8 text-muted">
            Look at every screen, and find out what each button does without a shilling at stake.
          </p>
          <div className="mt-7 flex flex-wrap justify-center gap-3">
            <Actions />
          </div>
        </div>
        <Hills className="absolute inset-x-0 bottom-0 -z-10 h-36 w-full" />
      </section>
    </>
  );
}

function Actions() {
  return (
    <>
      <ButtonLink variant="primary" size="lg" to={paths.login()}>
        Sign In
      </ButtonLink>
      <ButtonLink size="lg" to={demoWalletLink.to} className="site-signed-in">
        {demoWalletLink.label}
      </ButtonLink>
      <OpenDemoLink to={paths.openDemo('wallet')} />
    </>
  );
}
