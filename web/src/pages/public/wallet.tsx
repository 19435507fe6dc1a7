import { ArrowLeftRight, ChartPie, EyeOff, Send } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ProductPicture } from './product-picture.tsx';

const features = [
  {
    icon: Send,
    title: 'Add, send and withdraw',
    text: 'Bring money in from a phone, send it on, or take it out, with every step on record.',
  },
  {
    icon: ArrowLeftRight,
    title: 'One list of everything',
    text: 'Search the history, look at income or expenses only, and find a payment by its words.',
  },
  {
    icon: ChartPie,
    title: 'Where it goes',
    text: 'Charts of the last 7, 30 or 90 days show what comes in and what goes out.',
  },
  {
    icon: EyeOff,
    title: 'Private on a shared screen',
    text: 'Hide the balance with one click when somebody looks over your shoulder.',
  },
];

export default function WalletPage() {
  return (
    <>
      <section className="border-b bg-surface">
        <div className="mx-auto grid max-w-6xl items-center gap-10 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[1fr_1.05fr] lg:gap-16">
          <div>
            <h1 className="text-4xl leading-11 tracking-tight sm:text-5xl sm:leading-14">
              A wallet that shows its work
            </h1>
            <p className="mt-5 max-w-xl text-lg leading-7 text-muted">
              Balance, movements and spending on one screen, in Ugandan shillings, on a phone or a
              desk.
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink variant="primary" size="lg" to={paths.login()}>
                Sign In
              </ButtonLink>
              <ButtonLink size="lg" to={paths.landingSection('services')}>
                See all services
              </ButtonLink>
            </div>
          </div>
          <ProductPicture />
        </div>
      </section>
      <section aria-labelledby="features" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
        <h2 id="features" className="mb-6 text-3xl leading-9">
          What it does
        </h2>
        <ul className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-accent-text">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div>
                <h3>{title}</h3>
                <p className="mt-1 leading-6 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
