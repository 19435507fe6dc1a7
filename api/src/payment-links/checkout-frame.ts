import { readFileSync } from 'node:fs';
import { formatUgx } from '@sente/contract/money';
import type { Mode } from '@sente/contract/test-mode';
import type { Words } from './checkout-words.ts';
import type { PayableLink } from './checkouts.queries.ts';
import { asIs, html, type Html } from './html.ts';

/* The whole page is one answer: styles and script are in it, so that a slow line is waited for once. */

const read = (name: string): string =>
  readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8').replaceAll(
    /^\s*\/\*[^]*?\*\/\n|^\s+/gm,
    '',
  );
const styles = read('checkout.css');
const script = read('checkout.js');

export interface PageParts {
  readonly title: string;
  readonly nonce: string;
  readonly top?: Html;
  readonly body: Html;
  /** The page asks again by itself, also without a script. */
  readonly refreshes?: boolean;
  readonly mode?: Mode;
}

export function page(parts: PageParts): string {
  const { title, nonce, top, body, refreshes = false, mode = 'live' } = parts;
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f3f5f6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0d0f11" media="(prefers-color-scheme: dark)" />
        ${refreshes ? html`<noscript><meta http-equiv="refresh" content="5" /></noscript>` : null}
        <title>${title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${asIs(styles)}
        </style>
      </head>
      <body>
        ${mode === 'test' ? testBar : null}
        <main>
          ${top ?? null}
          <div class="body">${body}</div>
        </main>
        <footer>
          <p>Never tell anybody your mobile-money PIN. It is typed on your own phone only.</p>
          <p><span class="brand">${brand} Payments by Sente</span></p>
        </footer>
        <script nonce="${nonce}">
          ${asIs(script)};
        </script>
      </body>
    </html>`;
  // The indentation of this file does not go over the line.
  return text.replaceAll(/\n\s+/g, '\n');
}

/** Nobody who lands here by mistake thinks that they have paid. */
const testBar = html`<p class="test">Test mode: no real money moves</p>`;

const brand = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#0a6b4d" />
  <path
    d="M22 10.5C20.7 8.9 18.6 8 16 8c-3.6 0-6 1.7-6 4.2 0 5.4 12 2.4 12 7.7 0 2.4-2.4 4.1-6 4.1-2.8 0-5-.9-6.3-2.6"
    fill="none"
    stroke="#fff"
    stroke-width="2.75"
    stroke-linecap="round"
  />
</svg>`;

const drawings = {
  phone:
    'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 18h2',
  good: 'M5 12.5l4.5 4.5L19 7.5',
  bad: 'M7 7l10 10M17 7L7 17',
  pause: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z',
};

export function mark(drawing: keyof typeof drawings, tone = ''): Html {
  return html`<div class="mark ${tone}">
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="${drawings[drawing]}" />
    </svg>
  </div>`;
}

const sum = (amountUgx: number): Html =>
  html`<p class="sum"><small>UGX</small>${formatUgx(amountUgx).slice(4)}</p>`;

/** The company, what it is for, and how much. */
export function top(link: PayableLink, logo: string | null, amountUgx: number | null): Html {
  const name = link.company_name;
  const picture = logo
    ? html`<img src="${logo}" alt="" width="44" height="44" />`
    : html`<span class="initial" aria-hidden="true">${name.trim().charAt(0).toUpperCase()}</span>`;
  return html`<header class="top">
    <div class="company">
      ${picture}
      <div>
        <small>Pay to</small>
        <h1>${name}</h1>
      </div>
    </div>
    <div class="due">
      <p class="for">${link.purpose}</p>
      ${amountUgx === null ? null : sum(amountUgx)}
      ${link.reference ? html`<p class="own">Reference ${link.reference}</p>` : null}
    </div>
  </header>`;
}

export function obstaclePage(
  { title, text }: Words,
  drawing: keyof typeof drawings = 'pause',
): Html {
  return html`<div class="state">
    ${mark(drawing, drawing === 'bad' ? 'bad' : '')}
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;
}
