import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import PublicLayout from './app/public-layout.tsx';
import { paths } from './lib/paths.ts';
import { MemoryRouter } from './lib/router.tsx';
import LandingPage from './pages/public/landing.tsx';
import StatusPage from './pages/public/status.tsx';
import WalletPage from './pages/public/wallet.tsx';

export interface SitePage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: () => string;
}

function page(path: string, title: string, description: string, Page: () => ReactNode) {
  const body = () =>
    renderToStaticMarkup(
      <MemoryRouter addresses={[path]}>
        <PublicLayout>
          <Page />
        </PublicLayout>
      </MemoryRouter>,
    );
  return { path, title, description, body };
}

/** The prerendered pages. Only the build reads this. */
export const sitePages: readonly SitePage[] = [
  page(
    paths.landing(),
    'Sente: company accounts and mobile money in Uganda',
    'Company accounts in Ugandan shillings, payments over MTN MoMo and Airtel Money, voucher codes and payouts with a second pair of eyes.',
    LandingPage,
  ),
  page(
    paths.wallet(),
    'The Sente wallet: balance, movements and spending',
    'A wallet in Ugandan shillings that shows its work: add, send and withdraw money, find every payment, and see where it went.',
    WalletPage,
  ),
  page(
    paths.status(),
    'Status of Sente: books, networks and how long an approval takes',
    'Whether the books of Sente balance, whether MTN MoMo and Airtel Money answer, how long a payer takes to approve now, and the last 90 days.',
    StatusPage,
  ),
];
