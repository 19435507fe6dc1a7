import { lazyComponent as lazyPage } from '../lib/lazy-component.tsx';
import type { AppRoute } from './route.ts';

export const publicRoutes: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Company accounts and payments',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/landing.tsx')),
  },
  {
    path: '/wallet',
    title: 'Wallet',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/wallet.tsx')),
  },
  {
    path: '/login',
    title: 'Sign In',
    guard: { kind: 'guest' },
    layout: 'bare',
    page: lazyPage(() => import('../pages/public/login.tsx')),
  },
  {
    path: '/unauthorized',
    title: 'Access Denied',
    guard: { kind: 'public' },
    layout: 'public',
    page: lazyPage(() => import('../pages/public/unauthorized.tsx')),
  },
  {
    path: '/dashboard',
    title: 'Demo Wallet',
    guard: { kind: 'signed-in' },
    layout: 'wallet',
    page: lazyPage(() => import('../pages/demo-wallet-page.tsx')),
  },
];
