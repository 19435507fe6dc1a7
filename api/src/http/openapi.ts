import { groupTexts } from '@sente/contract';
import { describeAccess } from '@sente/contract/access';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes, type ErrorCode } from '@sente/contract/errors';
import * as z from 'zod';
import {
  limitHeaders,
  requestHeadersOf,
  responseHeadersOf,
  securityOf,
  schemesOf,
} from './openapi-headers.ts';

export type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

export type GuideBlock = { readonly text: string } | { readonly code: string };

/** What a feature adds to the documentation of its group of calls. */
export interface GroupGuide {
  readonly blocks: readonly GuideBlock[];
  /** The operation with a description of each field. */
  describe(name: string, operation: Json): Json;
  /** The codes that a call can fail with. */
  errorCodesOf(endpoint: Endpoint): readonly ErrorCode[];
  /** What the server sends to the company, by event type. */
  readonly webhooks: Json;
  /** What programs of other languages should have a type for, by its name. */
  readonly schemas: Readonly<Record<string, Json>>;
}
export type GroupGuides = Readonly<Record<string, GroupGuide>>;

/** The contract as OpenAPI 3.1, for other tools. */
export function openApiDocument(
  contract: Record<string, Record<string, Endpoint>>,
  guides: GroupGuides,
): Json {
  const paths: Record<string, Json> = {};
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = (paths[endpoint.path] ??= {});
      const plain = operation(group, name, endpoint, guides[group]);
      path[endpoint.method.toLowerCase()] = guides[group]?.describe(name, plain) ?? plain;
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sente API',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every response is an envelope with success, message, error, errors and data; a failure adds code, fields and requestId. Amounts are in UGX with at most two decimals.',
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(contract).map((name) => ({
      name,
      description: asMarkdown(guides[name]?.blocks ?? [{ text: textOf(name) }]),
    })),
    paths,
    webhooks: Object.assign({}, ...Object.values(guides).map(({ webhooks }) => webhooks)),
    components: {
      securitySchemes: schemesOf(Object.values(contract).flatMap((group) => Object.values(group))),
      headers: limitHeaders,
      schemas: { Failure: failureSchema },
    },
  };
}

function textOf(group: string): string {
  return (groupTexts as Readonly<Record<string, string>>)[group] ?? '';
}

/** The same document with a name for each of the guides' schemas, and a reference wherever it appears. */
export function withNamedSchemas(document: Json, guides: GroupGuides): Json {
  const schemas: Json = Object.assign({}, ...Object.values(guides).map((guide) => guide.schemas));
  // The texts of fields differ from call to call.
  const shapeOf = (value: unknown) =>
    JSON.stringify(value, (key, each: unknown) =>
      key === 'description' && typeof each === 'string' ? undefined : each,
    );
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [shapeOf(schema), name]));
  const walk = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    const name = names.get(shapeOf(value));
    if (name) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
  };
  const { components, ...rest } = document as { components: { schemas: Json } };
  return {
    ...(walk(rest) as Json),
    components: { ...components, schemas: { ...components.schemas, ...schemas } },
  };
}

function operation(
  group: string,
  name: string,
  endpoint: Endpoint,
  guide: GroupGuide | undefined,
): Json {
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    'x-access': describeAccess(endpoint.access),
    security: securityOf(endpoint),
    parameters: [
      ...requestHeadersOf(endpoint),
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
    ],
    ...((endpoint.body || endpoint.bodyType) && {
      requestBody: {
        required: true,
        content: {
          [endpoint.bodyType ?? 'application/json']: {
            schema: endpoint.body ? jsonSchema(endpoint.body, 'input') : { type: 'string' },
          },
        },
      },
    }),
    responses: responsesOf(endpoint, guide?.errorCodesOf(endpoint) ?? usualCodesOf(endpoint)),
  };
}

/** What any call of its kind can fail with. */
function usualCodesOf({ access, params, query, body, notFound }: Endpoint): ErrorCode[] {
  return [
    ...(params || query || body ? (['validation_failed'] as const) : []),
    ...(access.who === 'public' ? [] : (['not_signed_in', 'forbidden'] as const)),
    ...(notFound ? (['not_found'] as const) : []),
    'too_many_requests',
  ];
}

function responsesOf(endpoint: Endpoint, codes: readonly ErrorCode[]): Json {
  const failure = json({ $ref: '#/components/schemas/Failure' });
  const response = (status: number, description: string, content: Json): Json => {
    const headers = responseHeadersOf(endpoint, status);
    return { description, ...(Object.keys(headers).length > 0 && { headers }), content };
  };
  const { status: okStatus = 200 } = endpoint;
  const ok = okStatus === 202 ? 'Accepted; the outcome follows later' : 'Success';
  return {
    [okStatus]: response(okStatus, ok, successContent(endpoint)),
    ...Object.fromEntries(
      codes.map((code) => {
        const { status } = errorCodes[code];
        const sameStatus = codes.filter((other) => errorCodes[other].status === status);
        return [status, response(status, sameStatus.join(', '), failure)];
      }),
    ),
    default: { description: 'Error', content: failure },
  };
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return [];
  // Parameters are what the caller writes, hence the input side of the schema.
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function successContent(endpoint: Endpoint): Json {
  if (!endpoint.replyType) return json(successSchema(endpoint));
  return { [endpoint.replyType]: { schema: jsonSchema(endpoint.reply) } };
}

function successSchema(endpoint: Endpoint): Json {
  return {
    type: 'object',
    required: ['success', 'message', 'error', 'errors', 'data'],
    properties: {
      success: { const: true },
      message: { type: ['string', 'null'] },
      error: { type: 'null' },
      errors: { type: 'array', maxItems: 0 },
      data: jsonSchema(endpoint.reply),
      ...(endpoint.meta && { meta: jsonSchema(endpoint.meta) }),
      ...(endpoint.access.who === 'credential' && {
        mode: { enum: ['live', 'test'], description: 'test if nothing of it is real' },
      }),
    },
  };
}

const failureSchema: Json = {
  type: 'object',
  required: ['success', 'message', 'error', 'errors', 'data', 'code', 'fields', 'requestId'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    error: { type: 'string' },
    errors: { type: 'array', items: { type: 'string' } },
    data: { type: 'null' },
    code: { enum: Object.keys(errorCodes) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    requestId: { type: 'string' },
    hint: {
      type: 'string',
      description: 'What the server computed from a request whose signature does not match',
    },
  },
};

export function jsonSchema(schema: Schema, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function asMarkdown(blocks: readonly GuideBlock[]): string {
  return blocks
    .map((block) => ('code' in block ? `\`\`\`\n${block.code}\n\`\`\`` : block.text))
    .join('\n\n');
}
