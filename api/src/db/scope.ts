import { longWorkMs, type LongWork } from './limits.ts';

/**
 * Whose rows a transaction may touch. It becomes settings that the row-level security policies
 * read; a transaction without a scope sees no tenant row at all.
 */
export interface Scope {
  /** Staff, or the server acting for itself. */
  readonly platform: boolean;
  readonly companyId: string | null;
  readonly userId: string | null;
  /**
   * Rows are found by index only. A prepared statement keeps its plan, and one that was made while its
   * tables were empty would read them whole when they are large.
   */
  readonly isByIndex?: boolean;
  /** What is read must include what the caller has just done. */
  readonly isFresh?: boolean;
}

/** For work without a signed-in user: sign-in, demo data, maintenance. */
export const platformScope: Scope = { platform: true, companyId: null, userId: null };

/** For the prepared statements that process payments. */
export const engineScope: Scope = { ...platformScope, isByIndex: true };

/** For the watcher, whose role has policies of its own. */
export const watcherScope: Scope = { platform: false, companyId: null, userId: null };

const byIndex = [
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map(
    (way) => `set local enable_${way} = off`,
  ),
  // Small batches look cheaper with a plan of their own each, and planning takes longer than running it.
  'set local plan_cache_mode = force_generic_plan',
];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `begin` and the settings in one round trip: as separate statements they took more than half of a
 * read's time. SET takes no parameters, so each value is validated here.
 */
export function beginStatement(scope: Scope, role: string | null, longWork?: LongWork): string {
  return [
    'begin',
    // Set again, because a pooler may hand over another connection.
    ...(role ? [`set local role ${role}`] : []),
    `set local app.platform = '${scope.platform ? 'on' : 'off'}'`,
    `set local app.company_id = '${checked(scope.companyId)}'`,
    `set local app.user_id = '${checked(scope.userId)}'`,
    ...(scope.isByIndex ? byIndex : []),
    ...(longWork ? [`set local statement_timeout = ${longWorkMs[longWork]}`] : []),
  ].join('; ');
}

function checked(id: string | null): string {
  if (id === null) return '';
  if (!uuid.test(id)) throw new Error('A scope takes UUIDs only');
  return id;
}
