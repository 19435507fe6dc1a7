import type { PaymentLink } from '@sente/contract/payment-links';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { Button } from '../../ui/button.tsx';
import { FilterChoice } from '../../ui/filter-choice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { amountText } from './link-texts.tsx';

const sizes = [
  { value: 'A4', label: 'A4' },
  { value: 'A5', label: 'A5' },
] as const;
type Size = (typeof sizes)[number]['value'];

const steps = [
  'Scan the code with the camera of your phone',
  'Type your mobile-money number',
  'Approve with your PIN on your own phone',
];

/** One sheet for the counter: the same on screen and on paper. */
export function LinkPoster({ link }: { link: PaymentLink }) {
  const [size, setSize] = useState<Size>('A4');
  const { url, companyName, purpose, isStanding } = link;
  return (
    <>
      <div data-print="hide" className="mb-4 flex flex-wrap items-end gap-3">
        <FilterChoice label="Paper" options={sizes} value={size} onChange={setSize} />
        <Button variant="primary" icon={<Printer />} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <article
        aria-label={`Poster of ${companyName}`}
        data-poster={size}
        className={cn(
          'poster mx-auto flex aspect-[1/1.414] w-full flex-col items-center justify-between rounded-lg border bg-qr-light text-center text-qr-dark shadow-float',
          size === 'A4' ? 'max-w-xl p-5 sm:p-10' : 'max-w-md p-5 sm:p-7',
        )}
      >
        <header>
          <p className="text-lg">Pay by mobile money</p>
          <h2 className="mt-1 text-3xl font-bold wrap-anywhere text-qr-dark">{companyName}</h2>
          {isStanding ? null : <p className="mt-2 text-lg wrap-anywhere">{purpose}</p>}
          <p className="tabular mt-1 text-xl font-semibold">{amountText(link)}</p>
        </header>
        <QrCode
          text={url}
          label={`QR code of the payment link for ${purpose}`}
          className="w-2/3 border-0"
        />
        <ol className="grid gap-1.5 py-3 text-left">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-2.5">
              <b className="tabular">{index + 1}.</b> {step}
            </li>
          ))}
        </ol>
        <footer className="w-full border-t border-current/20 pt-3 text-13">
          <p className="wrap-anywhere">
            {beforeCode(url)}
            <wbr />
            {/* Whoever types it reads the code in one piece. */}
            <span className="inline-block max-w-full">{url.slice(beforeCode(url).length)}</span>
          </p>
          <p className="mt-1 font-medium">MTN MoMo and Airtel Money · Payments by Sente</p>
        </footer>
      </article>
    </>
  );
}

function beforeCode(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1);
}
