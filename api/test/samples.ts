import { contract } from '@sente/contract';
import type { Endpoint } from '@sente/contract/endpoint';
import * as z from 'zod';
import { uuidV7 } from '../src/db/uuid.ts';
import { factoryPassword } from './factories.ts';

export type Part = 'params' | 'query' | 'body';
export type Fields = Record<string, unknown>;
type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** Every call of the contract, such as `companies.get`. */
export const endpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(
  ([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

/** A valid id without a record. */
export const unknownId = '00000000-0000-7000-8000-00000000dead';
/** The same for a payment, in the form of the public API. */
export const unknownTransactionId = '7'.padEnd(26, 'Z');
export const sampleDay = '2026-01-31';
/** The code of a product that a test may create. */
export const sampleProductCode = 'SAMPLE-PRODUCT';
const samplePassword = factoryPassword;

const samplePasskey = { id: 'sample', clientDataJSON: 'sample' };
const sampleSignature = { authenticatorData: 'sample', signature: 'sample' };

let counter = 0;
const next = (): number => ++counter;

/** For what a schema alone does not define: patterns, equal passwords, unique values. */
const byName: Record<string, (schema: JsonSchema) => unknown> = {
  email: () => `sample-${next()}@example.test`,
  username: () => `sample-${next()}`,
  password: () => samplePassword,
  currentPassword: () => samplePassword,
  newPassword: () => `${samplePassword} staple`,
  confirmNewPassword: () => `${samplePassword} staple`,
  phone: () => '+256772000000',
  phoneNumber: () => '+256772000000',
  network: () => 'MTN',
  website: () => 'https://example.test/',
  url: () => 'https://example.test:1/hook',
  logoUrl: () => 'https://example.test/logo.png',
  base64CsvFile: () => Buffer.from(`SAMPLE-${next()}\n`).toString('base64'),
  // Of the books: one that cannot be closed.
  day: () => '2999-12-31',
  product: () => sampleProductCode,
  page: () => '1',
  pageSize: () => '10',
  part: () => '1',
  // Lists are filtered so that they match: a text found nearly everywhere, and an id after the
  // newest row.
  search: () => 'a',
  after: ({ format, type }) => {
    if (type === 'integer') return '0';
    return format === 'uuid' ? 'ffffffff-ffff-7fff-bfff-ffffffffffff' : unknownTransactionId;
  },
  // That of seeing transactions, which every installation has.
  permissionIds: () => ['00000000-0000-7000-8000-000000000101'],
  transactionId: ({ format }) => (format === 'uuid' ? unknownId : unknownTransactionId),
  linkId: () => unknownTransactionId,
  bulkId: () => unknownTransactionId,
  limit: () => '10',
  // Of the audit log, or of a case.
  action: ({ enum: words }) => (words ? 'suspense' : 'users'),
  // High enough for every other sample.
  limits: () => [{ scope: 'company', direction: 'payout', kind: 'day', most: 1_000_000_000 }],
  // As strict as it gets, so that it works at once.
  atOnceUpTo: () => 0,
  colleagueUpTo: () => 0,
  ceiling: () => 0,
  before: () => '999999999999',
  // Otherwise every other call would be refused.
  staffNeedFactor: () => false,
  isRequired: () => false,
  // A company user sends no deposit, and an account keeps the type from the factory.
  initialDeposit: () => 0,
  accountType: () => 2,
  // Every amount passes both.
  minAmount: () => '0',
  maxAmount: () => '1000000000',
  number: () => '100200300',
  accountNumber: () => String(100_000_000 + next()),
  settlements: () => [unknownId],
  caseIds: () => [unknownId],
  idempotencyKey: () => uuidV7(),
  // Nobody got these.
  pin: () => '000000',
  code: (schema) => (schema.pattern ? '0000aaaa' : text('code', schema)),
  productIds: () => [],
  roles: () => ['User'],
  // A role that every installation has.
  permissionId: () => '00000000-0000-7000-8000-000000000105',
  scopes: () => ['read'],
  eventTypes: () => ['payment.failed'],
  metadata: () => ({ till: '7' }),
  // A call must not wait for an event that nobody causes.
  wait: () => '0',
  allowedAddresses: () => ['203.0.113.0/24'],
  smsNotifications: () => false,
  marketingEmails: () => false,
  // The filters of an export, and those of a saved view.
  filters: ({ type }) => (type === 'object' ? {} : 'status=failed'),
  hiddenColumns: () => ['id'],
  // Of notifications: what everybody is told about.
  kinds: () => [{ kind: 'new-sign-in', bell: true, mail: true }],
  // Of events to be sent again.
  from: ({ format }) => (format === 'date' ? sampleDay : '2026-01-31T09:00:00.000Z'),
  to: ({ format }) => (format === 'date' ? sampleDay : '2026-02-01T09:00:00.000Z'),
  until: ({ format }) => (format === 'date' ? sampleDay : '2026-01-31T09:00:00.000Z'),
  lowStockAt: () => 5,
  // Of a bulk payout.
  file: () => 'phone,amount\n0772123456,1000',
  lines: () => [{ phoneNumber: '0772123456', amount: 1_000 }],
  rule: () => ({ kind: 'percent', percent: 1, minimum: null, maximum: null }),
  // No two fees begin at the same moment.
  effectiveFrom: () => new Date(Date.now() + 86_400_000 + next()).toISOString(),
  askedAt: () => '2026-01-31T09:00:00.000Z',
  items: () => [{ id: unknownId, askedAt: '2026-01-31T09:00:00.000Z' }],
  // The brake holds none.
  cancelledIds: () => [],
  askedBy: () => 'api',
  heldFrom: () => '2026-01-31T09:00:00.000Z',
  amount: ({ type, minimum, exclusiveMinimum }) =>
    type === 'string' ? '1000' : Number(minimum ?? exclusiveMinimum ?? 0) + 1,
  // Nobody got this challenge.
  passkey: ({ properties = {} }) =>
    'answer' in properties
      ? { challenge: 'sample', answer: { ...samplePasskey, ...sampleSignature } }
      : {
          ...samplePasskey,
          ...('signature' in properties
            ? sampleSignature
            : { attestationObject: 'sample', transports: [] }),
        },
  logo: () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  avatar: () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
};

/** Optional fields that are valid only for one state of a record or for some callers. */
const leftOut: ReadonlySet<string> = new Set([
  'updatedAt',
  'basedOn',
  'password',
  'accountNumber',
  'productCode',
  // Of a payment link: the sample is one of a fixed amount.
  'leastAmount',
  'mostAmount',
  'productId',
  'expiresAt',
  'returnUrl',
  // Of what a till asks for: the sample has an amount, so no product.
  'price',
  // Of an examination: the sample is one of questions for events.
  'webhookUrl',
  // Of a bulk payout: the draft that it takes the place of.
  'replaces',
  // Of an API key: the sample is one with a secret, without an end.
  'publicKey',
  'endsAt',
  'selection',
]);

const byFormat: Record<string, string> = {
  uuid: unknownId,
  date: sampleDay,
};

/** The fields of a part of the request, each with its JSON schema. */
export function fieldsOf(endpoint: Endpoint, part: Part): Record<string, JsonSchema> {
  const schema = endpoint[part];
  return (schema && jsonSchemaOf(schema).properties) ?? {};
}

/**
 * A valid value for a part of the request, with its optional fields; undefined without such a part.
 */
export function sampleOf(endpoint: Endpoint, part: Part): Fields | undefined {
  const schema = endpoint[part];
  if (!schema) return undefined;
  const { required = [] } = jsonSchemaOf(schema);
  return Object.fromEntries(
    Object.entries(fieldsOf(endpoint, part))
      .filter(([name]) => required.includes(name) || !leftOut.has(name))
      .map(([name, schema]) => [name, written(part, value(name, schema))]),
  );
}

/** In an address every number is text. */
function written(part: Part, sample: unknown): unknown {
  return part === 'query' && typeof sample === 'number' ? String(sample) : sample;
}

function value(name: string, schema: JsonSchema): unknown {
  const known = byName[name];
  if (known) return known(schema);
  const [first] = (schema.anyOf ?? []) as JsonSchema[];
  if (first) return value(name, first);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string':
      return text(name, schema);
    case 'number':
      return Number(schema.minimum ?? schema.exclusiveMinimum ?? 0) + 1;
    case 'boolean':
      return true;
    default:
      throw new Error(`No sample for "${name}": add one to the table`);
  }
}

function text(name: string, schema: JsonSchema): string {
  const formatted = byFormat[schema.format ?? ''];
  if (formatted) return formatted;
  if (schema.pattern) throw new Error(`No sample for "${name}": add one to the table`);
  return `Sample ${next()}`.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
}

const jsonSchemas = new WeakMap<z.core.$ZodType, ObjectSchema>();
type ObjectSchema = {
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
};

function jsonSchemaOf(schema: z.core.$ZodType): ObjectSchema {
  let made = jsonSchemas.get(schema);
  if (!made) {
    made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema;
    jsonSchemas.set(schema, made);
  }
  return made;
}
