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
export const demoLink: SiteLink = { label: 'Demo wallet', to: paths.dashboard() };
export const signInLink: SiteLink = { label: 'Sign In', to: paths.login() };
/** Made by the server from the contract. */
export const apiLink: SiteLink = { label: 'API reference', to: '/api/docs' };

export const contactAddress = 'hello@sente.test';
export const contactPhone = { shown: '+256 700 000 000', dialled: '+256700000000' };
