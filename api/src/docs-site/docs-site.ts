import { readFileSync } from 'node:fs';
import { contract } from '@sente/contract';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Json } from '../http/openapi.ts';
import { paymentsGuide } from '../payments/api/api-guide.ts';
import { idOfError } from './api-call.ts';
import { escape, foldedNavigation, sendDocs } from './docs-page.ts';
import type { Section } from './guide-sections.ts';
import { clientFiles, readGuides, type Guide } from './guides.ts';

/** The documentation for those who integrate with us, at /docs; the reference of all calls is at /api/docs. */
export function serveDocs(app: FastifyInstance, serverUrl: () => string): void {
  let made: { guides: Guide[]; sections: Section[] } | undefined;
  const site = () => {
    const guides = made?.guides ?? readGuides(serverUrl());
    return (made ??= { guides, sections: sectionsOf(guides) });
  };
  const show = (reply: FastifyReply, slug: string, ownTitle?: string): FastifyReply => {
    const { guides } = site();
    const guide = guides.find((each) => each.slug === slug);
    const title = ownTitle ?? guide?.title ?? 'Page not found';
    const text = guide
      ? `<h1>${escape(guide.title)}</h1>${guide.html}${next(guides, guide)}`
      : `<h1>Page not found</h1><p>The documentation has no such page. Search it, or try one of these:</p>${mostRead}`;
    const body = `${navigation(guides, slug)}<main>${text}</main>`;
    return sendDocs(reply.code(guide ? 200 : 404), { title, body });
  };

  app.get('/docs', async (_request, reply) => show(reply, 'overview', 'Docs'));
  app.get<{ Params: { page: string } }>('/docs/:page', async ({ params }, reply) =>
    show(reply, params.page),
  );
  app.get<{ Querystring: { q?: unknown; part?: unknown } }>(
    '/docs/search',
    async (request, reply) => {
      const { q, part } = request.query;
      const query = typeof q === 'string' ? q.slice(0, 100) : '';
      const { guides, sections } = site();
      const main = `<main>${found(sections, query)}</main>`;
      // What the field shows while somebody types.
      if (part === 'main') return reply.type('text/html; charset=utf-8').send(main);
      const body = `${navigation(guides, null)}${main}`;
      return sendDocs(reply, { title: 'Search', body, query });
    },
  );
  for (const name of clientFiles) {
    const file = new URL(`../../../client/${name}`, import.meta.url);
    app.get(`/docs/files/${name}`, async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(readFileSync(file)),
    );
  }
}

function navigation(guides: readonly Guide[], current: string | null): string {
  const link = ({ slug, title }: Guide): string =>
    `<li><a href="/docs/${slug}"${slug === current ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`;
  return foldedNavigation(
    'Docs',
    `<h2>Docs</h2><ul>${guides.map(link).join('')}</ul>
<h2>Reference</h2><ul><li><a href="/api/docs">All calls</a></li><li><a href="/api/v1/openapi.json">OpenAPI of payments</a></li></ul>`,
  );
}

function next(guides: readonly Guide[], guide: Guide): string {
  const following = guides[guides.indexOf(guide) + 1];
  if (!following) return '';
  return `<p class="next">Next: <a href="/docs/${following.slug}">${escape(following.title)}</a></p>`;
}

/** The guides, and the calls, events and codes of the contract. */
function sectionsOf(guides: readonly Guide[]): Section[] {
  const groups: Record<string, Record<string, Endpoint>> = contract;
  const calls = Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints)
      .filter(([, { access }]) => access.who === 'credential')
      .map(([name, { method, path, summary }]) => ({
        title: `${method} /api${path}`,
        address: `/api/docs#${group}.${name}`,
        text: summary,
      })),
  );
  const codes = Object.entries(errorCodes).map(([code, { status, message }]) => ({
    title: `${code} (${status})`,
    address: `/api/docs#${idOfError(code)}`,
    text: message,
  }));
  const events = Object.entries(paymentsGuide.webhooks as Record<string, { post: Json }>).map(
    ([type, { post }]) => ({
      title: `Event ${type}`,
      address: `/api/docs#event-${type}`,
      text: `${String(post['summary'])}. ${String(post['description'])}`,
    }),
  );
  return [...guides.flatMap(({ sections }) => sections), ...calls, ...events, ...codes];
}

const mostFound = 20;

function found(sections: readonly Section[], query: string): string {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return '<h1>Search</h1><p>Type what you look for.</p>';
  const hasAll = (text: string): boolean =>
    words.every((word) => text.toLowerCase().includes(word));
  const matching = sections.filter(({ title, text }) => hasAll(`${title} ${text}`));
  const best = matching.toSorted((a, b) => Number(hasAll(b.title)) - Number(hasAll(a.title)));
  if (matching.length === 0) return nothingFound(query);
  const count = matching.length === 1 ? '1 result' : `${matching.length} results`;
  const heading = `<h1>Search</h1><p>${count} for “${escape(query)}”.</p>`;
  const items = best
    .slice(0, mostFound)
    .map(
      ({ title, address, text }) =>
        `<li><a href="${escape(address)}">${marked(title, words)}</a><p>${excerpt(text, words)}</p></li>`,
    );
  return `${heading}<ul class="found">${items.join('')}</ul>`;
}

const mostRead = `<ul><li><a href="/docs/first-payment">First payment</a></li>
<li><a href="/docs/signing">Signing</a></li><li><a href="/docs/webhooks">Webhooks</a></li>
<li><a href="/docs/test-numbers">Test numbers</a></li><li><a href="/api/docs">All calls</a></li></ul>`;

function nothingFound(query: string): string {
  return `<h1>Search</h1><p>Nothing found for “${escape(query)}”. Try fewer or other words, such as the path of a call, a code
of an error, or one of these:</p>${mostRead}`;
}

const excerptLength = 200;

/** The words before and after the first match, whole. */
function excerpt(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const near = Math.max(0, Math.min(...places, text.length) - 60);
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  const isWhole = from + excerptLength >= text.length;
  const to = isWhole ? text.length : text.lastIndexOf(' ', from + excerptLength);
  return `${from > 0 ? '… ' : ''}${marked(text.slice(from, to), words)}${isWhole ? '' : ' …'}`;
}

/** With the words that were looked for. */
function marked(text: string, words: readonly string[]): string {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${any})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? `<mark>${escape(part)}</mark>` : escape(part)))
    .join('');
}
