import { Mail, Phone } from 'lucide-react';
import { Brand } from '../../ui/brand.tsx';
import {
  apiLink,
  docsLink,
  contactAddress,
  contactPhone,
  demoWalletLink,
  openDemoLink,
  sections,
  signInLink,
  statusLink,
  verifyLink,
  walletLink,
  type SiteLink,
} from './site-links.ts';

const columns: readonly { title: string; links: readonly SiteLink[] }[] = [
  { title: 'Company', links: sections },
  {
    title: 'Product',
    links: [walletLink, demoWalletLink, openDemoLink, verifyLink, statusLink, signInLink],
  },
  { title: 'Developers', links: [docsLink, apiLink] },
];

export function SiteFooter() {
  return (
    <footer className="border-t bg-surface">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-12 text-sm sm:px-6 md:grid-cols-[1.4fr_2fr]">
        <div className="max-w-xs">
          <Brand text="Sente" textClassName="text-lg" />
          <p className="mt-3 leading-6 text-muted">
            Company accounts and mobile-money payments in Uganda. Sente is Luganda for money.
          </p>
          <ul className="mt-4 flex flex-col gap-1">
            <li>
              <a href={`mailto:${contactAddress}`} className="inline-flex items-center gap-2 py-1">
                <Mail aria-hidden="true" className="size-4 text-muted" />
                <span className="link">{contactAddress}</span>
              </a>
            </li>
            <li>
              <a
                href={`tel:${contactPhone.dialled}`}
                className="inline-flex items-center gap-2 py-1"
              >
                <Phone aria-hidden="true" className="size-4 text-muted" />
                <span className="link tabular">{contactPhone.shown}</span>
              </a>
            </li>
          </ul>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-sm">{title}</h2>
              <ul className="mt-2">
                {links.map((link) => (
                  <FooterLink key={link.label} {...link} />
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <div className="border-t">
        <p className="mx-auto max-w-6xl px-4 py-5 text-13 text-muted sm:px-6">
          Figures, names, quotes and pictures on this site are examples, except on the page Status.
        </p>
      </div>
    </footer>
  );
}

function FooterLink({ label, to }: SiteLink) {
  const isForSignedIn = to === demoWalletLink.to;
  const isDemo = to === openDemoLink.to;
  return (
    <li
      className={isForSignedIn ? 'site-signed-in' : isDemo ? 'site-signed-out' : undefined}
      {...(isDemo && { hidden: true, 'data-open-demo': true })}
    >
      <a href={to} className="inline-block py-1.5 text-muted hover:text-ink">
        {label}
      </a>
    </li>
  );
}
