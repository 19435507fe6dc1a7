import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const styles = ['base', 'frame', 'search', 'text', 'reference']
  .map((name) => read(`styles/${name}.css`))
  .join('');
/** In the head, so that no page is painted in the other theme first. */
const themeScript = read('docs-theme.js');
const script = read('docs.js');

/** The sign of the favicon, in the page itself: nothing else is loaded. */
const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a6b4d"/><path d="M22 10.5C20.7 8.9 18.6 8 16 8c-3.6 0-6 1.7-6 4.2 0 5.4 12 2.4 12 7.7 0 2.4-2.4 4.1-6 4.1-2.8 0-5-.9-6.3-2.6" fill="none" stroke="#fff" stroke-width="2.75" stroke-linecap="round"/><circle cx="25.5" cy="6.5" r="2.5" fill="#fff" opacity="0.7"/></svg>`;

/** The same as on the site, with the icons of both themes; docs-theme.js handles the press. */
const themeSwitch = `<button type="button" data-theme-switch>${themeIcon(
  'dark',
  '<path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"/>',
)}${themeIcon(
  'light',
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2m0 16v2M4.93 4.93l1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"/>',
)}</button>`;

function themeIcon(theme: 'dark' | 'light', shapes: string): string {
  return `<span class="to-${theme}"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg><span class="said">Switch to ${theme} theme</span></span>`;
}

/** An example; its title is a part of it. */
export function codeBox(text: string, title = ''): string {
  const heading = title && `<h3>${escape(title)}</h3>`;
  return `<div class="code">${heading}<pre>${escape(text)}</pre></div>`;
}

/** Examples that a script shows one language at a time; without it all are there, below each other. */
export function languagesBox(examples: readonly (readonly [string, string])[]): string {
  const boxes = examples.map(
    ([language, html]) => `<div class="language" data-language="${escape(language)}">${html}</div>`,
  );
  return `<div class="languages">${boxes.join('')}</div>`;
}

interface DocsTable {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What links and the search lead to, for each row that has something of the kind. */
  readonly ids?: readonly (string | undefined)[];
  /** Rows of names with what they are and mean, which need the width for the meaning. */
  readonly isOfFields?: boolean;
}

/**
 * Cells are markup. Each has the name of its column, because a phone shows a row as a card: the roles keep it a
 * table for screen readers, which otherwise go by how it is displayed.
 */
export function tableBox({ label, head, rows, ids = [], isOfFields }: DocsTable): string {
  const nameOf = (column: number): string => escape((head[column] ?? '').replace(/<[^>]*>/g, ''));
  const heads = head.map((cell) => `<th scope="col" role="columnheader">${cell}</th>`).join('');
  const row = (cells: readonly string[], number: number): string =>
    `<tr role="row"${ids[number] ? ` id="${escape(ids[number])}"` : ''}>${cells.map((cell, at) => `<td role="cell" data-column="${nameOf(at)}">${cell}</td>`).join('')}</tr>`;
  return `<div class="scrolls${isOfFields ? ' fields' : ''}" tabindex="0" role="region" aria-label="${escape(label)}"><table role="table">
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${rows.map(row).join('\n')}</tbody></table></div>
`;
}

/**
 * The list of pages. On a phone it is behind the menu button, a checkbox that works without a script, together with the
 * links that the header has no room for there.
 */
export function foldedNavigation(label: string, list: string): string {
  return `<nav aria-label="${escape(label)}"><ul class="site"><li><a href="/docs">Docs</a></li><li><a href="/api/docs">API reference</a></li>
<li><a href="/">Back to the site</a></li><li><a href="/login">Sign In</a></li></ul>${list}</nav>`;
}

interface DocsPage {
  readonly title: string;
  readonly body: string;
  readonly query?: string;
  /** Its calls are two columns: what they take and give, and an example of it. */
  readonly isReference?: boolean;
}

/**
 * A page of the documentation: scripts and styles of its own, so that nothing else can run in it. Auditing tools
 * read robots.txt from within the page.
 */
export function sendDocs(
  reply: FastifyReply,
  { title, body, query = '', isReference = false }: DocsPage,
): FastifyReply {
  const description = `${title}: how a company's systems take payments with Sente, by mobile money in Uganda.`;
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)} | Sente</title>
<meta name="description" content="${escape(description)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><script nonce="${nonce}">${themeScript}</script><style nonce="${nonce}">${styles}</style></head><body${isReference ? ' class="wide"' : ''}>
<header><a class="brand" href="/">${mark}Sente</a>${pageLink('/docs', 'Docs', !isReference)}${pageLink('/api/docs', 'API reference', isReference)}
<form role="search" action="/docs/search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${escape(query)}" maxlength="100"></form>
<a href="/">Back to the site</a>${themeSwitch}<a class="in" href="/login">Sign In</a><input type="checkbox" id="menu" aria-label="Menu"></header><div class="page">${body}</div><script nonce="${nonce}">${script}</script></body></html>`);
}

function pageLink(address: string, text: string, isCurrent: boolean): string {
  return `<a href="${address}"${isCurrent ? ' aria-current="true"' : ''}>${text}</a>`;
}

export function escape(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
