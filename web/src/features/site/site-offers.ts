import type { SiteOffers } from '@sente/contract/site';

const nothing: SiteOffers = { takesEnquiries: false, hasOpenDemo: false, sendsMail: false };
let asked: Promise<SiteOffers> | undefined;

/**
 * What this installation offers to visitors; nothing if it cannot be asked. The pages are built once for
 * all installations, and the contract's own caller would load its library.
 */
export function siteOffers(): Promise<SiteOffers> {
  asked ??= fetch('/api/Site')
    .then(async (response) => (response.ok ? (await response.json()).data : null))
    // A proxy may answer in the server's place.
    .then((data: SiteOffers | null | undefined) => data ?? nothing)
    .catch(() => nothing);
  return asked;
}

/** The links to the open demo are shown where there is demo data to look at. */
export async function offerDemo(): Promise<void> {
  const { hasOpenDemo } = await siteOffers();
  for (const link of document.querySelectorAll<HTMLElement>('[data-open-demo]')) {
    link.hidden = !hasOpenDemo;
  }
}
