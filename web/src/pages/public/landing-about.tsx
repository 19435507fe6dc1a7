import { SchoolArt, ShopArt, WifiArt } from '../../features/site/audience-art.tsx';
import { Section } from '../../features/site/section.tsx';

const audiences = [
  {
    Art: WifiArt,
    title: 'Internet and WiFi resellers',
    text: 'Upload your codes once. A customer pays from the phone and the code goes out, day or night, without anybody at the counter.',
  },
  {
    Art: ShopArt,
    title: 'Shops and wholesalers',
    text: 'Takings from MTN and Airtel arrive on one account with one history, so closing the till is reading a list and not adding up text messages.',
  },
  {
    Art: SchoolArt,
    title: 'Schools and colleges',
    text: 'Parents pay fees from where they are. Each payment carries your own reference, and the bursar finds it by typing it.',
  },
];

const figures = [
  { value: 50_000, label: 'users' },
  { value: 1_200_000, label: 'transactions' },
];

export function About() {
  return (
    <Section
      id="about"
      eyebrow="About"
      title="One place for the money your company moves"
      text="Most money in Uganda travels by phone, and most of it is written down by hand. Sente does the writing: each payment is booked when it happens, on both sides, and nothing in the books can be changed afterwards, only reversed in the open."
    >
      <ul className="grid gap-5 md:grid-cols-3">
        {audiences.map(({ Art, title, text }) => (
          <li key={title} className="overflow-hidden rounded-2xl border bg-surface">
            <div className="border-b bg-surface-sunken px-4 pt-5 pb-3">
              <Art />
            </div>
            <div className="p-6">
              <h3 className="text-lg leading-7">{title}</h3>
              <p className="mt-2 leading-7 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="mt-5 grid divide-y rounded-2xl border bg-surface sm:grid-cols-2 sm:divide-x sm:divide-y-0">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse px-6 py-7 text-center">
            <dt className="mt-1 text-muted">{label}, an example figure</dt>
            <dd
              data-count={value}
              className="tabular text-4xl leading-none font-semibold tracking-[-0.02em] sm:text-5xl"
            >
              {value.toLocaleString('en')}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
