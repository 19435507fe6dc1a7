import { describeAccess } from '@sente/contract/access';
import { fillPath, type Endpoint } from '@sente/contract/endpoint';
import type { GroupGuide, Json } from '../http/openapi.ts';
import { codeBox, escape, tableBox } from './docs-page.ts';
import { valuesOfAccepted, valuesOfOperations } from './example-values.ts';
import { exampleOf, type KnownValues } from './schema-example.ts';
import { answerTable, fieldTable, parameterTable, type Parameter } from './schema-fields.ts';
import type { FieldSchema } from './schema-words.ts';

interface Content {
  readonly schema?: FieldSchema;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Record<string, Content> }>
  >;
}

export function operationOf(endpoint: Endpoint, document: Json): Operation {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`The document has no ${endpoint.method} ${endpoint.path}`);
  return operation;
}

/** One call: who may make it, what it takes and gives as tables, and beside them an example of each. */
export function callText(endpoint: Endpoint, document: Json): string {
  const { method, path, summary, access, status = 200, replyType } = endpoint;
  const operation = operationOf(endpoint, document);
  const about = [
    `<p>Who may call it: ${escape(describeAccess(access))}.</p>`,
    parametersOf(operation),
    bodyOf(operation),
    answerOf(endpoint, operation),
    refusalsOf(operation),
  ];
  const request = codeBox(exampleRequest(endpoint, operation), 'Example request');
  const answer = replyType
    ? ''
    : codeBox(
        json(exampleAnswer(endpoint, operation, document)),
        `Example answer, status ${status}`,
      );
  const name = `${methodMark(method)} <code>${escape(path)}</code>`;
  return folded(operation.operationId, name, summary, about.join(''), `${request}${answer}`);
}

/** The events of a group, after its calls. */
export function eventTexts({ webhooks }: GroupGuide): string {
  return Object.entries(webhooks as Record<string, { post: Operation & Record<string, unknown> }>)
    .map(([type, { post }]) => {
      const schema = post.requestBody?.content['application/json']?.schema ?? {};
      const about = `<p>Sent as POST to the company's webhook. ${escape(String(post['description']))}</p>${part('Headers', parameterTable(`Headers of ${type}`, post.parameters))}${part('Body', fieldTable(`Body of ${type}`, schema))}`;
      const example = codeBox(json(exampleEvent(type, schema)), 'Example');
      const name = `<b class="event">EVENT</b> <code>${escape(type)}</code>`;
      return folded(`event-${type}`, name, String(post['summary']), about, example);
    })
    .join('');
}

function folded(
  id: string,
  name: string,
  summary: string,
  about: string,
  examples: string,
): string {
  return `<details class="call" id="${escape(id)}"><summary>${name}
<span>${escape(summary)}</span></summary>
<div class="sides"><div class="about">${about}</div><div class="examples">${examples}</div></div></details>`;
}

export function methodMark(method: string): string {
  return `<b class="${method.toLowerCase()}">${method}</b>`;
}

/** Of the row of the reference that explains the code. */
export function idOfError(code: string): string {
  return `error-${code}`;
}

function part(title: string, content: string): string {
  return content && `<h3>${title}</h3>${content}`;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function parametersOf({ operationId, parameters }: Operation): string {
  return parameters.length === 0
    ? ''
    : part('Parameters', parameterTable(`Parameters of ${operationId}`, parameters));
}

function bodyOf({ operationId, requestBody }: Operation): string {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!content?.schema) return '';
  const fields = fieldTable(`Body of ${operationId}`, content.schema);
  const kind = type === 'application/json' ? '' : `<p>As <code>${escape(type ?? '')}</code>.</p>`;
  return part('Body', `${kind}${fields}`);
}

/** What is sent, without what signs it or signs in. */
function exampleRequest({ method, path }: Endpoint, operation: Operation): string {
  const { parameters, requestBody } = operation;
  const valuesIn = (place: string): [string, string][] =>
    parameters
      .filter((each) => each.in === place && each.required)
      .map(({ name, schema }) => [name, exampleParameter(name, schema)]);
  const query = new URLSearchParams(valuesIn('query')).toString();
  const address = fillPath(path, Object.fromEntries(valuesIn('path')));
  const type = Object.keys(requestBody?.content ?? {})[0];
  const lines = [
    `${method} /api${address}${query && `?${query}`}`,
    ...parameters.filter((each) => each.in === 'header').map(({ name }) => `${name}: order-1041`),
    ...(type ? [`Content-Type: ${type}`] : []),
  ];
  if (type !== 'application/json') return lines.join('\n');
  return `${lines.join('\n')}\n\n${json(exampleBody(operation))}`;
}

function exampleParameter(name: string, schema: FieldSchema): string {
  const properties = { [name]: schema };
  const made = exampleOf({ type: 'object', properties }, 'all') as Record<string, unknown>;
  return String(made[name]);
}

/** That of the contract's own examples, or one made of the schema. */
export function exampleBody({ requestBody }: Operation): unknown {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  if (example !== undefined) return example;
  return schema && exampleOf(schema, schema.required?.length ? 'required' : 'all');
}

/** The whole envelope of a success; undefined where the answer is a file. */
export function exampleAnswer(endpoint: Endpoint, operation: Operation, document: Json): unknown {
  const { schema } = successOf(endpoint, operation)['application/json'] ?? {};
  const known = {
    ...(endpoint.status === 202 && valuesOfAccepted),
    ...echoed(operation),
    ...valuesOfOperations[operation.operationId],
    ...(operation.operationId === 'payments.listEvents' && ofOneEvent(document)),
  };
  return schema && exampleOf(schema, 'all', known);
}

/** An event that is asked for is the same as one that is sent. */
function ofOneEvent(document: Json): KnownValues {
  const type = 'payment.succeeded';
  const webhooks = document['webhooks'] as Record<string, { post: Operation }>;
  const schema = webhooks[type]?.post.requestBody?.content['application/json']?.schema ?? {};
  const { data } = exampleEvent(type, schema) as { data: unknown };
  return { type: [type], data: [data] };
}

export function exampleEvent(type: string, schema: FieldSchema): unknown {
  return exampleOf(schema, 'all', valuesOfOperations[type]);
}

/** What the answer has from the request, so that the two examples belong together. */
function echoed(operation: Operation): KnownValues {
  const body = exampleBody(operation);
  if (typeof body !== 'object' || body === null) return {};
  const same = ['name', 'amount', 'reference', 'purpose'].filter((name) => name in body);
  return Object.fromEntries(same.map((name) => [name, [(body as Json)[name]]]));
}

function successOf(endpoint: Endpoint, { responses }: Operation) {
  return responses[endpoint.status ?? 200]?.content ?? {};
}

/** The envelope around it is the same for all calls. */
const ofEnvelope = new Set(['success', 'message', 'error', 'errors']);

function answerOf(endpoint: Endpoint, operation: Operation): string {
  const [type] = Object.keys(successOf(endpoint, operation));
  if (endpoint.replyType)
    return part('Answer', `<p>A file: <code>${escape(type ?? '')}</code>.</p>`);
  const { properties = {} } = successOf(endpoint, operation)['application/json']?.schema ?? {};
  const own = Object.entries(properties).filter(([name]) => !ofEnvelope.has(name));
  return part('Answer', answerTable(`Answer of ${operation.operationId}`, Object.fromEntries(own)));
}

/** The error codes by status. */
function refusalsOf({ operationId, responses }: Operation): string {
  const named = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const codes = (text: string): string =>
    text
      .split(', ')
      .map(
        (code) => `<a href="/api/docs#${escape(idOfError(code))}"><code>${escape(code)}</code></a>`,
      )
      .join(', ');
  const rows = named.map(([status, { description }]) => [status, codes(description)]);
  return rows.length === 0
    ? ''
    : part(
        'Errors',
        tableBox({ label: `Errors of ${operationId}`, head: ['Status', 'Codes'], rows }),
      );
}
