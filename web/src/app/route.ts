import type { Guard, Restriction } from './guards.ts';
import type { LazyComponent } from '../lib/lazy-component.tsx';

export type LayoutName = 'bare' | 'public' | 'wallet' | 'admin' | 'client';

export type Page = LazyComponent<object>;

export interface AppRoute {
  readonly path: string;
  /** In the browser's tab. */
  readonly title: string;
  readonly guard: Guard;
  readonly restriction?: Restriction;
  readonly layout: LayoutName;
  readonly page: Page;
}
