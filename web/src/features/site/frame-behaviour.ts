import { homeOf } from '../../session/home.ts';
import { getSession, subscribe } from '../../session/session-store.ts';
import { currentTheme, setTheme, subscribeToTheme } from '../../ui/theme-store.ts';
import { offerDemo } from './site-offers.ts';

/**
 * The behaviour of header and footer, for the prerendered HTML and for the same markup in the
 * portal: plain listeners, so that the public pages need no React.
 */
export function startFrame(): () => void {
  const stops = [subscribeToTheme(() => {}), subscribe(showSession)];
  showSession();
  void offerDemo();
  document.addEventListener('click', onClick);
  return () => {
    document.removeEventListener('click', onClick);
    for (const stop of stops) stop();
  };
}

function onClick({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  if (target.closest('[data-theme-switch]')) setTheme(currentTheme() === 'dark' ? 'light' : 'dark');
  // A link to a section of the same page would leave the menu open.
  if (target.closest('a')) target.closest<HTMLElement>('[popover]')?.hidePopover();
}

function showSession(): void {
  const session = getSession();
  document.documentElement.toggleAttribute('data-signed-in', session !== null);
  if (!session) return;
  for (const link of document.querySelectorAll('a[data-home-link]')) {
    link.setAttribute('href', homeOf(session.user));
  }
}
