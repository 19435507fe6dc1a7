import { startFrame } from './features/site/frame-behaviour.ts';
import { startLanding } from './features/site/landing-behaviour.ts';
import { startStatus } from './features/site/status-behaviour.ts';
import { paths } from './lib/paths.ts';

/* The whole script of a prerendered public page. */
startFrame();
startLanding();
startStatus();
preloadPortal();

/** The files of the sign-in page, which the build writes into each public page. */
function portalFiles(): string[] {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="sente-portal"]');
  return meta?.content.split(' ').filter(Boolean) ?? [];
}

/** Prefetches the portal when the user is about to open it, and nothing of it before. */
function preloadPortal(): void {
  const onIntent = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.origin !== window.location.origin || !leadsToPortal(link)) return;
    for (const event of events) document.removeEventListener(event, onIntent);
    for (const href of portalFiles()) {
      const preload = document.createElement('link');
      preload.rel = 'modulepreload';
      preload.href = href;
      document.head.append(preload);
    }
  };
  const events = ['pointerover', 'touchstart', 'focusin'];
  for (const event of events) document.addEventListener(event, onIntent, { passive: true });
}

function leadsToPortal({ pathname }: HTMLAnchorElement): boolean {
  const isSite = [paths.landing(), paths.wallet(), paths.status()].includes(pathname);
  return !isSite && !pathname.startsWith('/api/');
}
