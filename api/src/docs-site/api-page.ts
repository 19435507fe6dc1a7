import { contract } from '@sente/contract';
import { describeAccess } from '@sente/contract/access';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import type { FastifyInstance } from 'fastify';
import {
  openApiDocument,
  withNamedSchemas,
  type GroupGuide,
  type GroupGuides,
} from '../http/openapi.ts';
import { codeBox, escape, sendDocs, tableBox } from './docs-page.ts';

/**
 * /api/openapi.json for tools and /api/docs for people, both made from the contract when they are first
 * asked for: they take an eighth of the time of a start, and most starts are never asked.
 */
export function serveApiPage(api: FastifyInstance, guides: GroupGuides): void {
  const document = once(() => openApiDocument(contract, guides));
  const forTools = once(() => withNamedSchemas(document(), guides));
  const forSystems = once(() =>
    withNamedSchemas(openApiDocument(callsOfSystems(), guides), guides),
  );
  const body = once(() => content(document(), guides));
  api.get('/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(forTools()),
  );
  api.get('/v1/openapi.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(forSystems()),
  );
  api.get('/docs', async (_request, reply) =>
    sendDocs(reply, { title: 'API reference', body: body() }),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What is left of the contract for a company's own systems. */
function callsOfSystems(): Record<string, Record<string, Endpoint>> {
  return Object.fromEntries(Object.entries(contract).filter(([, group]) => isForSystems(group)));
}

function isForSystems(group: Record<string, Endpoint>): boolean {
  return Object.values(group).some(({ access }) => access.who === 'credential');
}

/** What a company's own systems call comes first: the rest is the portal's. */
function content(document: object, guides: GroupGuides): string {
  const groups = Object.entries(contract).map(
    ([name, group]: [string, Record<string, Endpoint>]) => ({
      name,
      isForSystems: isForSystems(group),
      html: section(name, group, document, guides[name]),
    }),
  );
  const forSystems = groups.filter(({ isForSystems }) => isForSystems);
  const forPortal = groups.filter(({ isForSystems }) => !isForSystems);
  const links = (list: typeof groups) =>
    list.map(({ name }) => `<li><a href="#${name}">${titleOf(name)}</a></li>`).join('');
  const guided = forSystems.filter(({ name }) => guides[name]);
  const rules = guided.map(
    ({ name }) => `<li><a href="#${name}-rules">Signing, retries, events</a></li>`,
  );
  return `<nav aria-label="Sections"><h2>Payments API</h2><ul>${links(forSystems)}${rules.join('')}
<li><a href="#errors">Errors</a></li></ul>
<details><summary>Calls of the portal</summary><ul>${links(forPortal)}</ul></details></nav>
<main><h1>Sente API</h1>${introduction}${forSystems.map(({ html }) => html).join('')}${errorsSection()}
<h2 class="part">Portal</h2><p>What the portal itself calls; a company's own systems need none of it. Sign in with
<code>POST /Auth/login</code> and send the token as <code>Authorization: Bearer</code>.</p>
<details class="all"><summary>Calls of the portal</summary>${forPortal.map(({ html }) => html).join('')}</details></main>`;
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
  group: Record<string, Endpoint>,
  document: object,
  guide: GroupGuide | undefined,
): string {
  const calls = Object.values(group).map((endpoint) => call(endpoint, document));
  const more = guide ? `${eventsText(guide)}${guideText(name, guide)}` : '';
  return `<section><h2 id="${name}">${titleOf(name)}</h2>${calls.join('')}${more}</section>`;
}

function errorsSection(): string {
  const rows = Object.entries(errorCodes).map(([code, { status, message }]) => [
    `<code>${code}</code>`,
    String(status),
    escape(message),
  ]);
  const table = tableBox({ label: 'Errors', head: ['Code', 'Status', 'Message'], rows });
  return `<section><h2 id="errors">Errors</h2>${table}</section>`;
}

/** After the calls, which most readers come for. */
function guideText(name: string, { blocks }: GroupGuide): string {
  const texts = blocks.map((block) =>
    'code' in block ? codeBox(block.code) : `<p>${escape(block.text)}</p>`,
  );
  return `<h2 id="${name}-rules">Signing, retries, events</h2>${texts.join('')}`;
}

function call(endpoint: Endpoint, document: object): string {
  const { paths } = document as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
  const responses = operation['responses'] as Record<string, { description: string }>;
  const parts = [
    ['Parameters', operation['parameters']],
    ['Body', operation['requestBody']],
    ['Response', responses[endpoint.status ?? 200]],
    ['Errors', refusalsIn(responses)],
  ] as const;
  const details = parts
    .filter(([, value]) => value !== undefined && Object.keys(value as object).length > 0)
    .map(([label, value]) => json(label, value));
  return `<details><summary><b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>${escape(endpoint.path)}</code>
    <span>${escape(endpoint.summary)}</span></summary>
    <p>Who may call it: ${escape(describeAccess(endpoint.access))}.</p>${details.join('')}</details>`;
}

/** The events, after the calls of the group. */
function eventsText({ webhooks }: GroupGuide): string {
  return Object.entries(webhooks as Record<string, { post: Record<string, unknown> }>)
    .map(([type, { post }]) => {
      const parts = [
        ['Headers', post['parameters']],
        ['Body', post['requestBody']],
      ] as const;
      return `<details><summary><b class="event">EVENT</b> <code>${escape(type)}</code>
    <span>${escape(String(post['summary']))}</span></summary>
    <p>Sent as POST to the company's webhook. ${escape(String(post['description']))}</p>${parts.map(([label, value]) => json(label, value)).join('')}</details>`;
    })
    .join('');
}

function json(label: string, value: unknown): string {
  return `<h3>${label}</h3>${codeBox(JSON.stringify(value, null, 2))}`;
}

/** The error codes by status. */
function refusalsIn(responses: Record<string, { description: string }>): Record<string, string> {
  const named = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return Object.fromEntries(named.map(([status, { description }]) => [status, description]));
}
