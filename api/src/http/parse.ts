import type { Endpoint } from '@sente/contract/endpoint';
import * as z from 'zod';
import { AppError, notFound } from './app-error.ts';

type Schema = z.core.$ZodType;

// Fallback messages for checks without a message of their own.
z.config(z.locales.en());

/** Created once, because a schema compiles itself on first use. */
const noParams = z.object({});
const noQuery = z.strictObject({});
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** A malformed id gives the same answer as an unknown one. */
export function parseParams(endpoint: Endpoint, raw: unknown): Record<string, unknown> {
  const result = z.safeParse(endpoint.params ?? noParams, raw ?? {});
  if (!result.success) throw notFound(endpoint.notFound ?? 'Not found');
  return result.data as Record<string, unknown>;
}

export function parseQuery(endpoint: Endpoint, raw: unknown): Record<string, unknown> {
  return parse(endpoint.query ?? noQuery, raw ?? {}) as Record<string, unknown>;
}

export function parseBody(endpoint: Endpoint, raw: unknown): unknown {
  if (!endpoint.body) {
    // Clients always send the JSON content type; an empty object counts as no body.
    return parse(noBody, raw) && undefined;
  }
  return parse(endpoint.body, raw);
}

/** Of a value inside of a body, whose fields are named from there. */
export function parsePart(schema: Schema, raw: unknown, within: string): unknown {
  return parse(schema, raw, [within]);
}

function parse(schema: Schema, raw: unknown, within: readonly string[] = []): unknown {
  if (holdsNul(raw)) throw invalid({}, ['Text must not contain the NUL character']);
  const result = z.safeParse(schema, raw);
  if (result.success) return result.data;
  throw describeIssues(result.error.issues, within);
}

/** More unknown fields than this are counted: an answer must not grow with the mistake. */
const mostNamed = 20;

function describeUnknown(field: string, keys: readonly string[]): string[] {
  const named = keys
    .slice(0, mostNamed)
    .map((key) => `Unknown field: ${[field, key.slice(0, 100)].filter(Boolean).join('.')}`);
  const more = keys.length - named.length;
  return more > 0 ? [...named, `And ${more} more unknown fields`] : named;
}

/** One sentence for each field: the first rule that it breaks. */
function describeIssues(issues: readonly z.core.$ZodIssue[], within: readonly string[]): AppError {
  const fields: Record<string, string> = {};
  const errors: string[] = [];
  for (const issue of issues) {
    const field = [...within, ...issue.path].join('.');
    if (issue.code === 'unrecognized_keys') {
      errors.push(...describeUnknown(field, issue.keys));
    } else if (field === '') {
      errors.push(issue.message);
    } else if (!Object.hasOwn(fields, field)) {
      fields[field] = issue.message;
      errors.push(issue.message);
    }
  }
  return invalid(fields, errors);
}

function invalid(fields: Record<string, string>, errors: string[]): AppError {
  return new AppError('validation_failed', { fields, errors, message: errors[0] });
}

/**
 * PostgreSQL text cannot store NUL; refused here, so that no statement fails on it. Iterative,
 * because a deeply nested body would overflow the stack.
 */
function holdsNul(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && next.includes('\0')) return true;
    // Files may contain any byte.
    if (typeof next !== 'object' || next === null || next instanceof Uint8Array) continue;
    if (!Array.isArray(next)) waiting.push(...Object.keys(next));
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
