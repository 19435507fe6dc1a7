import { contract, groupTexts } from '@sente/contract';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import type { FastifyInstance } from 'fastify';
import {
  openApiDocument,
  withNamedSchemas,
  type GroupGuide,
  type GroupGuides,
  type Json,
} from '../http/openapi.ts';
import { callText, eventTexts, idOfError, methodMark } from './api-call.ts';
import { codeBox, escape, foldedNavigation, sendDocs, tableBox } from './docs-page.ts';

type Calls = Readonly<Record<string, Endpoint>>;
const groups: Readonly<Record<string, Calls>> = contract;

/**
 * /api/openapi.json for tools and /api/docs for people, both made from the contract when they are first
 * asked for: they take an eighth of the time of a start, and most starts are never asked. The calls of the portal have a
 * page for each group, because all of them would be megabytes.
 */
export function serveApiPage(api: FastifyInstance, guides: GroupGuides): void {
  const document = once(() => openApiDocument(contract, guides));
  const forTools = once(() => withNamedSchemas(document(), guides));
  const forSystems = once(() =>
    withNamedSchemas(openApiDocument(callsOfSystems(), guides), guides),
  );
  const body = once(() => content(document(), guides));
  const pages = new Map(
    Object.entries(groups)
      .filter(([, calls]) => !isForSystems(calls))
      .map(([name, calls]) => [name, once(() => groupPage(name, calls, document()))]),
  );
  api.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(forTools()),
  );
  api.get('/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(forSystems()),
  );
  api.get('/docs', async (_request, reply) =>
    sendDocs(reply, { title: 'API reference', body: body(), isReference: true }),
  );
  api.get<{ Params: { group: string } }>('/docs/:group', async ({ params }, reply) => {
    const page = pages.get(params.group);
    if (page)
      return sendDocs(reply, { title: titleOf(params.group), body: page(), isReference: true });
    if (groups[params.group]) return reply.redirect(`/api/docs#${params.group}`);
    const missing = `${navigation(null)}<main><h1>Page not found</h1><p>The reference has no such page. <a href="/api/docs">All calls</a></p></main>`;
    return sendDocs(reply.code(404), { title: 'Page not found', body: missing, isReference: true });
  });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What is left of the contract for a company's own systems. */
function callsOfSystems(): Record<string, Record<string, Endpoint>> {
  return Object.fromEntries(Object.entries(groups).filter(([, group]) => isForSystems(group)));
}

function isForSystems(group: Calls): boolean {
  return Object.values(group).some(({ access }) => access.who === 'credential');
}

/** Of the reference, with the page of a group of the portal marked. */
function navigation(current: string | null): string {
  const names = Object.entries(groups);
  const forSystems = names.filter(([, calls]) => isForSystems(calls));
  const forPortal = names.filter(([, calls]) => !isForSystems(calls));
  const link = (address: string, text: string, isCurrent = false): string =>
    `<li><a href="${address}"${isCurrent ? ' aria-current="page"' : ''}>${text}</a></li>`;
  const ofSystems = forSystems.map(
    ([name, calls]) =>
      `<h2>${titleOf(name)}</h2><ul class="ofcalls">${callLinks(name, calls)}</ul>`,
  );
  const ofPortal = forPortal.map(([name]) =>
    link(`/api/docs/${name}`, titleOf(name), name === current),
  );
  return foldedNavigation(
    'Sections',
    `<h2>Payments API</h2><ul>${link('/api/docs#payments-rules', 'Signing, retries, events')}${link('/api/docs#payments-events', 'Events')}${link('/api/docs#errors', 'Errors')}</ul>
${ofSystems.join('')}
<details${current ? ' open' : ''}><summary>Calls of the portal</summary><ul>${ofPortal.join('')}</ul></details>`,
  );
}

/** The calls of a group. The version is the same for all of them. */
function callLinks(group: string, calls: Calls): string {
  return Object.entries(calls)
    .map(
      ([name, { method, path }]) =>
        `<li><a href="/api/docs#${group}.${name}">${methodMark(method)} <code>${pathPieces(path.replace(/^\/v1(?=\/)/, ''))}</code></a></li>`,
    )
    .join('');
}

/** Broken before a slash, where it does not fit, and nowhere else. */
function pathPieces(path: string): string {
  const pieces = path.split(/(?=\/)/);
  return pieces.map((piece) => `<span>${escape(piece)}</span>`).join('<wbr>');
}

/** What a company's own systems call comes first: the rest is the portal's. */
function content(document: Json, guides: GroupGuides): string {
  const names = Object.entries(groups);
  const ofSystems = names
    .filter(([, calls]) => isForSystems(calls))
    .map(([name, calls]) => section(name, calls, document, guides[name]));
  const ofPortal = names
    .filter(([, calls]) => !isForSystems(calls))
    .map(([name, calls]) => callList(name, calls));
  return `${navigation(null)}
<main><h1>Sente API</h1>${introduction}${ofSystems.join('')}${errorsSection()}
<h2 class="part">Portal</h2><p>What the portal itself calls; a company's own systems need none of it. Sign in with
<code>POST /Auth/login</code> and send the token as <code>Authorization: Bearer</code>.</p>
<details class="all"><summary>Calls of the portal</summary>${ofPortal.join('')}</details></main>`;
}

const introduction = `<p class="lead">Ask a customer for a payment, pay somebody out, sell a voucher, and hear what became
of it.</p><p>All paths are relative to <code>/api</code>. A company's own systems <a href="#payments-rules">sign their
requests</a> with its credentials. Every response is an envelope: <code>success</code>, <code>message</code>,
<code>error</code>, <code>errors</code>, <code>data</code>; a failure adds <code>code</code>, <code>fields</code> and
<code>requestId</code>, a page of a list adds <code>meta</code>. For tools: <a href="v1/openapi.json">the payments API</a> and <a href="openapi.json">all calls</a> as
OpenAPI.</p>`;

function titleOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return escape(words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Api /, 'API ');
}

function section(
  name: string,
  group: Calls,
  document: Json,
  guide: GroupGuide | undefined,
): string {
  const calls = Object.values(group).map((endpoint) => callText(endpoint, document));
  const more = guide
    ? `<h2 id="${name}-events">Events</h2>${eventTexts(guide)}${guideText(name, guide)}`
    : '';
  return `<section><h2 id="${name}">${titleOf(name)}</h2>${calls.join('')}${more}</section>`;
}

function groupText(name: string): string {
  return escape((groupTexts as Readonly<Record<string, string>>)[name] ?? '');
}

/** The calls of a group by name; its page tells their fields. */
function callList(name: string, calls: Calls): string {
  const items = Object.entries(calls).map(
    ([call, { method, path, summary }]) =>
      `<li><a href="/api/docs/${name}#${name}.${call}">${methodMark(method)} <code>${escape(path)}</code></a> <span>${escape(summary)}</span></li>`,
  );
  return `<section><h2 id="${name}">${titleOf(name)}</h2><p>${groupText(name)}</p><ul class="calls">${items.join('')}</ul></section>`;
}

function groupPage(name: string, group: Calls, document: Json): string {
  const calls = Object.values(group).map((endpoint) => callText(endpoint, document));
  return `${navigation(name)}<main><h1>${titleOf(name)}</h1><p class="lead">${groupText(name)}</p>
<p>Calls of the portal. Paths are relative to <code>/api</code>; every answer is in <a href="/api/docs">the envelope</a> of all
calls.</p>${calls.join('')}</main>`;
}

function errorsSection(): string {
  const rows = Object.entries(errorCodes).map(([code, { status, message }]) => [
    `<code>${code}</code>`,
    String(status),
    escape(message),
  ]);
  const ids = Object.keys(errorCodes).map(idOfError);
  const table = tableBox({ label: 'Errors', head: ['Code', 'Status', 'Message'], rows, ids });
  return `<section><h2 id="errors">Errors</h2>${table}</section>`;
}

/** After the calls, which most readers come for. */
function guideText(name: string, { blocks }: GroupGuide): string {
  const texts = blocks.map((block) =>
    'code' in block ? codeBox(block.code) : `<p>${escape(block.text)}</p>`,
  );
  return `<h2 id="${name}-rules">Signing, retries, events</h2>${texts.join('')}`;
}
