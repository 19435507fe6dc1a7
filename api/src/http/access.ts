import type { Access, CompanySource } from '@sente/contract/access';
import type { Actor } from './actor.ts';
import { AppError, notFound } from './app-error.ts';

export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  /** Parsed lazily: a caller without access learns nothing about the body's rules. */
  readonly body: () => unknown;
}

/** Before the request is parsed: whether this kind of caller has access at all. */
export function requireCaller(access: Access, actor: Actor | null): void {
  if (access.who === 'public') return;
  if (!actor) throw new AppError('not_signed_in');
  switch (access.who) {
    case 'signed-in':
    case 'self':
      return;
    case 'staff':
      if (!actor.isStaff) throw new AppError('forbidden');
      if (access.permission !== null) requireAnyOf([access.permission], actor);
      return;
    case 'credential':
      // Never with a session; signatures are checked by `ServeOptions.signedRoute`.
      throw new AppError('signature_missing');
    case 'till':
      // Never with a session; cookies are checked by `ServeOptions.findTill`.
      throw new AppError('till_unpaired');
    case 'own-company':
      if (actor.isStaff || !actor.companyId) throw new AppError('forbidden');
      requireAnyOf(access.anyOf, actor);
      return;
    case 'company':
      // Whether the path identifies the caller is checked after parsing, in requireRecord.
      if (!access.orSelf) requireAnyOf(neededBy(actor, access), actor);
      return;
  }
}

/**
 * After parsing: whether the request concerns the caller or the caller's own company. Another
 * company's record gives the same answer as one that does not exist.
 */
export function requireRecord(
  access: Access,
  actor: Actor | null,
  parts: RequestParts,
  notFoundMessage: string,
): void {
  if (!actor) return;
  const isSelf = parts.params['id'] === actor.userId;
  if (access.who === 'self' && !isSelf) throw notFound(notFoundMessage);
  if (access.who !== 'company' || (access.orSelf && isSelf)) return;
  requireAnyOf(neededBy(actor, access), actor);
  if (actor.isStaff) return;
  // `record`: the service looks the row up in the caller's scope, which hides other companies.
  if (access.from !== 'record' && companyNamed(access.from, parts) !== actor.companyId) {
    throw notFound(notFoundMessage);
  }
}

function neededBy(actor: Actor, access: Extract<Access, { who: 'company' }>): readonly string[] {
  return actor.isStaff ? [access.staff] : access.anyOf;
}

function requireAnyOf(anyOf: readonly string[], actor: Actor): void {
  const held: ReadonlySet<string> = actor.permissions;
  if (anyOf.length > 0 && !anyOf.some((name) => held.has(name))) throw new AppError('forbidden');
}

function companyNamed(from: Exclude<CompanySource, 'record'>, parts: RequestParts): unknown {
  switch (from) {
    case 'params.id':
      return parts.params['id'];
    case 'params.companyId':
      return parts.params['companyId'];
    case 'body.companyId':
      return (parts.body() as { companyId?: unknown } | undefined)?.companyId;
  }
}
