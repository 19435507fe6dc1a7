import type {
  ApprovalKind,
  ApprovalStep,
  ApprovalTab,
  LimitSubject,
} from '@sente/contract/approval-kinds';
import { plainArray } from '../db/array-literal.ts';

export interface QueueFilters {
  readonly tab: ApprovalTab;
  readonly userId: string;
  /** What the reader sees, and of it what the reader may decide. */
  readonly visible: readonly ApprovalKind[];
  readonly decidable: readonly ApprovalKind[];
  /** Whose turn it is when it waits for the reader. */
  readonly step: ApprovalStep;
  /** Of the own requests only those that wait. */
  readonly isOpen: boolean;
  readonly kind: ApprovalKind | null;
  readonly companyId: string | null;
  readonly accountId: string | null;
  readonly limitOf: LimitSubject | null;
}

/** The condition about `q`, and its values from $1 on. What few lists filter by appears only if it is set, for a plan by its index. */
export function conditionOf(filters: QueueFilters): {
  readonly sql: string;
  readonly values: unknown[];
} {
  const { tab, userId, visible, decidable, step, isOpen, kind, companyId, accountId, limitOf } =
    filters;
  const kinds = tab === 'waiting' ? decidable : visible;
  const anybody = '$1::uuid is not null';
  const asked = {
    waiting: `q.asked_by is distinct from $1 and q.step = '${step}'`,
    open: anybody,
    mine: 'q.asked_by = $1',
    decided: anybody,
  };
  const waits = {
    waiting: 'q.is_waiting',
    open: 'q.is_waiting',
    mine: isOpen ? 'q.is_waiting' : 'true',
    decided: 'not q.is_waiting',
  };
  const values: unknown[] = [userId, plainArray(kinds), kind, companyId];
  const more = (value: string | null, condition: string) =>
    value === null ? '' : ` and ${condition} = $${values.push(value)}`;
  return {
    sql: `${waits[tab]} and ${asked[tab]} and q.kind = any($2::text[])
      and ($3::text is null or q.kind = $3) and ($4::uuid is null or q.company_id = $4)${more(accountId, 'q.account_id')}${more(limitOf, "coalesce(q.details->>'of', 'limits')")}`,
    values,
  };
}
