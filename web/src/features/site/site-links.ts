import { paths } from '../../lib/paths.ts';

export interface SiteLink {
  readonly label: string;
  readonly to: string;
  /** The id of the landing page's section, where it is one. */
  readonly section?: string;
}

function section(id: string, label: string): SiteLink {
  return { label, section: id, to: paths.landingSection(id) };
}

export const sections: readonly SiteLink[] = [
  section('home', 'Home'),
  section('about', 'About'),
  section('services', 'Services'),
  section('testimonials', 'Testimonials'),
  section('contact', 'Contact'),
];

export const walletLink: SiteLink = { label: 'Wallet', to: paths.wallet() };
/** For whoever is signed in. */
export const demoWalletLink: SiteLink = { label: 'Demo wallet', to: paths.dashboard() };
/** For everybody else, where there is demo data to look at. */
export const openDemoLink: SiteLink = { label: 'Open the demo', to: paths.openDemo() };
export const verifyLink: SiteLink = { label: 'Check a statement', to: paths.verify() };
export const statusLink: SiteLink = { label: 'Status', to: paths.status() };
export const signInLink: SiteLink = { label: 'Sign In', to: paths.login() };
/** Both are pages of the server. */
export const docsLink: SiteLink = { label: 'Documentation', to: '/docs' };
export const apiLink: SiteLink = { label: 'API reference', to: '/api/docs' };

export const contactAddress = 'hello@sente.test';
export const contactPhone = { shown: '+256 700 000 000', dialled: '+256700000000' };
