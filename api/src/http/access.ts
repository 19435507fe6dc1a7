import type { Access, CompanySource } from '@sente/contract/access';
import type { Actor } from './actor.ts';
import { AppError, notFound } from './app-error.ts';

export interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  /** Parsed when asked for: who may not come here learns nothing about the body's rules. */
  readonly body: () => unknown;
}

/** Before anything of the request is read: may this kind of caller come here at all? */
export function requireCaller(access: Access, actor: Actor | null): void {
  if (access.who === 'public') return;
  if (!actor) throw new AppError('not_signed_in');
  switch (access.who) {
    case 'signed-in':
    case 'self':
      return;
    case 'staff':
      if (!actor.isStaff) throw new AppError('forbidden');
      return;
    case 'credential':
      // A session opens none of these doors; a signature does, in signed-call.ts.
      throw new AppError('signature_missing');
    case 'own-company':
      if (actor.isStaff || !actor.companyId) throw new AppError('forbidden');
      requireAnyOf(access.anyOf, actor);
      return;
    case 'company':
      // Whether the path names the caller is known only once it is parsed: see requireRecord.
      if (actor.isStaff || access.orSelf) return;
      requireAnyOf(access.anyOf, actor);
      return;
  }
}

/**
 * Once the path is parsed: is it about the caller, or the caller's own company? Another
 * company's record answers exactly as one that does not exist.
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
  if (access.who !== 'company' || actor.isStaff || (access.orSelf && isSelf)) return;
  requireAnyOf(access.anyOf, actor);
  // `record`: the row is looked up inside the caller's own scope, where others do not exist.
  if (access.from !== 'record' && companyNamed(access.from, parts) !== actor.companyId) {
    throw notFound(notFoundMessage);
  }
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
