import type { PermissionName } from '@sente/contract/permissions';
import { textArray } from '../db/array-literal.ts';
import { coalesce } from '../db/coalesce.ts';
import type { Database } from '../db/database.ts';
import type { FindActor } from '../http/actor.ts';
import { hashToken } from '../security/tokens.ts';

interface ActorRow {
  token_hash: Buffer;
  user_id: string;
  email: string;
  name: string;
  company_id: string | null;
  is_staff: boolean;
  must_change_password: boolean;
  must_set_up_factor: boolean;
  is_visitor: boolean;
  /** One name per line, some more than once; null without any. */
  permissions: string | null;
}

/** Requests that arrive together share one look-up. */
const maxTokensPerCall = 64;

export function createFindActor(database: Database, idleLimitMs: number): FindActor {
  const findRow = coalesce<Buffer, ActorRow | null>({
    send: (tokenHashes) => findRows(database, tokenHashes, `${idleLimitMs} milliseconds`),
    max: maxTokensPerCall,
  });
  return async (bearerToken, origin) => {
    const tokenHash = hashToken(bearerToken);
    const row = await findRow(tokenHash);
    if (!row) return null;
    return {
      userId: row.user_id,
      email: row.email,
      name: row.name,
      companyId: row.company_id,
      isStaff: row.is_staff,
      mustChangePassword: row.must_change_password,
      mustSetUpFactor: row.must_set_up_factor,
      isVisitor: row.is_visitor,
      permissions: new Set((row.permissions?.split('\n') ?? []) as PermissionName[]),
      scope: { platform: row.is_staff, companyId: row.company_id, userId: row.user_id },
      tokenHash,
      origin,
    };
  };
}

async function findRows(
  database: Database,
  tokenHashes: readonly Buffer[],
  idleLimit: string,
): Promise<(ActorRow | null)[]> {
  const names = tokenHashes.map((hash) => hash.toString('hex'));
  const rows = await database.unscoped.rows<ActorRow>(
    'select * from session_actors($1, $2)',
    [textArray([...new Set(names)].map((name) => `\\x${name}`)), idleLimit],
    'session_actors',
  );
  const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
  return names.map((name) => found.get(name) ?? null);
}
