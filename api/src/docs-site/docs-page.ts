import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';

const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');

/** The sign of the favicon, in the page itself: nothing else is loaded. */
const mark = `<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0a6b4d"/><path d="M22 10.5C20.7 8.9 18.6 8 16 8c-3.6 0-6 1.7-6 4.2 0 5.4 12 2.4 12 7.7 0 2.4-2.4 4.1-6 4.1-2.8 0-5-.9-6.3-2.6" fill="none" stroke="#fff" stroke-width="2.75" stroke-linecap="round"/><circle cx="25.5" cy="6.5" r="2.5" fill="#fff" opacity="0.7"/></svg>`;

const script = readFileSync(new URL('docs.js', import.meta.url), 'utf8');

/** An example. */
export function codeBox(text: string): string {
  return `<div class="code"><pre tabindex="0">${escape(text)}</pre></div>`;
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
}

/**
 * Cells are markup. Each has the name of its column, because a phone shows a row as a card: the roles keep it a
 * table for screen readers, which otherwise go by how it is displayed.
 */
export function tableBox({ label, head, rows }: DocsTable): string {
  const nameOf = (column: number): string => escape((head[column] ?? '').replace(/<[^>]*>/g, ''));
  const heads = head.map((cell) => `<th scope="col" role="columnheader">${cell}</th>`).join('');
  const row = (cells: readonly string[]): string =>
    `<tr role="row">${cells.map((cell, at) => `<td role="cell" data-column="${nameOf(at)}">${cell}</td>`).join('')}</tr>`;
  return `<div class="scrolls" tabindex="0" role="region" aria-label="${escape(label)}"><table role="table">
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
<li><a href="/">Back to the site</a></li><li><a href="/login">Sign in</a></li></ul>${list}</nav>`;
}

/**
 * A page of the documentation: one script and styles of its own, so that nothing else can run in it. Auditing tools
 * read robots.txt from within the page.
 */
export function sendDocs(
  reply: FastifyReply,
  { title, body, query = '' }: { title: string; body: string; query?: string },
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
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${styles}</style></head><body>
<header><a class="brand" href="/">${mark}Sente</a><a href="/docs">Docs</a><a href="/api/docs">API reference</a>
<form role="search" action="/docs/search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${escape(query)}" maxlength="100"></form>
<a href="/">Back to the site</a><a class="in" href="/login">Sign in</a><input type="checkbox" id="menu" aria-label="Menu"></header><div class="page">${body}</div><script nonce="${nonce}">${script}</script></body></html>`);
}

export function escape(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
