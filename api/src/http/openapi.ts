import { describeAccess } from '@sente/contract/access';
import type { Endpoint } from '@sente/contract/endpoint';
import { errorCodes } from '@sente/contract/errors';
import * as z from 'zod';

type Json = Record<string, unknown>;
type Schema = z.core.$ZodType;

/** The contract as OpenAPI 3.1, so that other tools can read it too. */
export function openApiDocument(
  contract: Record<string, Record<string, Endpoint>>,
  isBuilt: (group: string, name: string) => boolean,
): Json {
  const paths: Record<string, Json> = {};
  for (const [group, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = {
        ...operation(group, name, endpoint),
        'x-built': isBuilt(group, name),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sente API',
      version: '1',
      description:
        'Every answer is an envelope with success, message, error, errors and data; a failure adds code, fields and requestId. Calls marked x-built false answer 501. Amounts are UGX with at most two decimals.',
    },
    servers: [{ url: '/api' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Failure: failureSchema },
    },
  };
}

function operation(group: string, name: string, endpoint: Endpoint): Json {
  const isPublic = endpoint.access.who === 'public';
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: endpoint.summary,
    'x-access': describeAccess(endpoint.access),
    security: isPublic ? [] : [{ session: [] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          [endpoint.bodyType ?? 'application/json']: { schema: jsonSchema(endpoint.body, 'input') },
        },
      },
    }),
    responses: {
      '200': { description: 'Done', content: successContent(endpoint) },
      default: {
        description: 'Refused or failed',
        content: json({ $ref: '#/components/schemas/Failure' }),
      },
    },
  };
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return [];
  // What a caller writes into the address, hence the input side.
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
  },
};

function jsonSchema(schema: Schema, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}
