import type { Endpoint } from '@sente/contract/endpoint';
import * as z from 'zod';
import { AppError, notFound } from './app-error.ts';

type Schema = z.core.$ZodType;

// The browser's schemas carry their own sentences; this fills in for the checks that have none.
z.config(z.locales.en());

/** Made once: a schema compiles itself on its first use. */
const noParams = z.object({});
const noQuery = z.strictObject({});
const noBody = z.union([z.undefined(), z.null(), z.strictObject({})]);

/** A path that names nothing valid is answered like one that names nothing known. */
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
    // Callers send the JSON content type everywhere; an empty object is as good as no body.
    return parse(noBody, raw) && undefined;
  }
  return parse(endpoint.body, raw);
}

function parse(schema: Schema, raw: unknown): unknown {
  if (holdsNul(raw)) throw invalid({}, ['Text must not contain the NUL character']);
  const result = z.safeParse(schema, raw);
  if (result.success) return result.data;
  throw describeIssues(result.error.issues);
}

/** One sentence for each field: the first rule that it breaks. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: Record<string, string> = {};
  const errors: string[] = [];
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      errors.push(
        ...issue.keys.map((key) => `Unknown field: ${[field, key].filter(Boolean).join('.')}`),
      );
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
 * PostgreSQL text cannot hold it; refused here, so that no statement fails on it later. Walks with a
 * list of its own: a body nested thousands deep would overflow the stack.
 */
function holdsNul(value: unknown): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string' && next.includes('\0')) return true;
    // The bytes of a file are no text.
    if (typeof next !== 'object' || next === null || next instanceof Uint8Array) continue;
    if (!Array.isArray(next)) waiting.push(...Object.keys(next));
    for (const inner of Object.values(next)) waiting.push(inner);
  }
  return false;
}
