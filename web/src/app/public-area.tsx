import { paths } from '../lib/paths.ts';
import { pagesOf } from './guarded.tsx';
import { lateLayout, page, unknownPage, type AppRoute } from './route.tsx';
import { SiteSkeleton } from './page-skeleton.tsx';

const layouts = {
  public: lateLayout(() => import('./public-layout.tsx'), <SiteSkeleton barClassName="h-16" />),
  till: lateLayout(() => import('./till-layout.tsx'), <SiteSkeleton barClassName="h-16" />),
  wallet: lateLayout(() => import('./wallet-layout.tsx'), <SiteSkeleton barClassName="h-14" />),
};

const access = page(() => import('../pages/public/access-page.tsx'));

export const routes: readonly AppRoute[] = [
  {
    path: paths.landing(),
    title: 'Company accounts and payments',
    guard: { kind: 'public' },
    page: page(() => import('./root-page.tsx')),
  },
  {
    path: paths.wallet(),
    title: 'Wallet',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/wallet.tsx')),
  },
  {
    path: paths.verify(),
    title: 'Check a Statement',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/verify-page.tsx')),
  },
  {
    path: paths.status(),
    title: 'Status',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/status.tsx')),
  },
  {
    path: paths.login(),
    title: 'Sign In',
    guard: { kind: 'guest' },
    page: page(() => import('../pages/public/login.tsx')),
  },
  {
    path: paths.openDemo(),
    title: 'Open the Demo',
    guard: { kind: 'guest' },
    page: page(() => import('../pages/public/open-demo.tsx')),
  },
  {
    path: paths.forgotPassword(),
    title: 'Forgot Password',
    guard: { kind: 'public' },
    page: access,
  },
  {
    path: paths.setPassword(),
    title: 'Choose a Password',
    guard: { kind: 'public' },
    page: access,
  },
  {
    path: paths.confirmEmail(),
    title: 'Confirm Email',
    guard: { kind: 'public' },
    page: access,
  },
  {
    path: paths.changePassword(),
    title: 'Change Password',
    guard: { kind: 'temporary-password' },
    page: access,
  },
  {
    path: paths.setUpFactor(),
    title: 'Set Up a Second Factor',
    guard: { kind: 'missing-factor' },
    page: page(() => import('../pages/public/set-up-factor.tsx')),
  },
  {
    path: paths.till(),
    title: 'Till',
    guard: { kind: 'public' },
    layout: layouts.till,
    page: page(() => import('../pages/till-page.tsx')),
  },
  {
    path: paths.unauthorized(),
    title: 'Access Denied',
    guard: { kind: 'public' },
    layout: layouts.public,
    page: page(() => import('../pages/public/unauthorized.tsx')),
  },
  {
    path: paths.dashboard(),
    title: 'Demo Wallet',
    guard: { kind: 'signed-in' },
    layout: layouts.wallet,
    page: page(() => import('../pages/demo-wallet-page.tsx')),
  },
  unknownPage,
];

export const PublicPages = pagesOf(routes);
