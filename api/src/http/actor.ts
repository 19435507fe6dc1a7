import type { TillNeeds } from '@sente/contract/access';
import type { PermissionName } from '@sente/contract/permissions';
import type { FastifyRequest } from 'fastify';
import type { Scope } from '../db/scope.ts';

/** Where a request came from, for the audit log. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
  readonly userAgent: string | null;
}

/** The caller of a request, read from the database for this request. */
export interface Actor {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly companyId: string | null;
  readonly isStaff: boolean;
  /** Somebody else typed the password: only endpoints that allow it answer. */
  readonly mustChangePassword: boolean;
  /** One is required, and the person has none: only endpoints that allow it answer. */
  readonly mustSetUpFactor: boolean;
  /** Of the open demo: may look, and change nothing. */
  readonly isVisitor: boolean;
  readonly permissions: ReadonlySet<PermissionName>;
  readonly scope: Scope;
  readonly tokenHash: Buffer;
  readonly origin: Origin;
  /** The request that the caller is approving: what is done by it is recorded with it. */
  readonly approving?: string;
}

/** Of a caller whose endpoint only people of a company may call. */
export function companyOf({ companyId }: Actor): string {
  if (companyId === null) throw new Error('The caller is of no company');
  return companyId;
}

export type FindActor = (bearerToken: string, origin: Origin) => Promise<Actor | null>;

/** A company's own system, which signs its requests instead of signing in. Read like an actor. */
export interface ApiCaller {
  readonly companyId: string;
  readonly credentialId: string;
  readonly channelId: string;
  readonly scope: Scope;
  readonly origin: Origin;
}

/** A shared device at a till, by its cookies. Read like an actor. */
export interface TillCaller {
  readonly companyId: string;
  readonly companyName: string;
  readonly tillId: string;
  readonly tillName: string;
  /** That receives what is paid at the till. */
  readonly accountId: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly isLocked: boolean;
  /** The one of its second cookie: open, or ended a short time ago. */
  readonly shift: TillShiftOf | null;
  readonly scope: Scope;
  readonly origin: Origin;
}

export interface TillShiftOf {
  readonly id: string;
  readonly cashierName: string;
  readonly openedAt: Date;
  /** Null while it is open. */
  readonly endedAt: Date | null;
}

/**
 * Throws an AppError unless the cookies are those of a device, and of a shift if one is needed. Null: there is no
 * device, and none is needed.
 */
export type FindTill = (request: FastifyRequest, needs: TillNeeds) => Promise<TillCaller | null>;

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,200})$/i;

export function bearerToken(authorization: string | undefined): string | null {
  return bearer.exec(authorization ?? '')?.[1] ?? null;
}
