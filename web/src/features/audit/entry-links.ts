import { companyApprovals } from '@sente/contract/approval-kinds';
import type { AuditEntry } from '@sente/contract/audit';
import { paths } from '../../lib/paths.ts';
import type { LinksOf } from './audit-entries.tsx';
import { isOfNothing } from './audit-sentences.ts';

/** In the back-office. */
export const staffLinksOf: LinksOf = (entry) => [...requestLinksOf(entry), ...recordLinksOf(entry)];

/** In the history of a record, which leads to everything but the record itself. */
export const requestLinksOf: LinksOf = ({ details: { approval } }) =>
  typeof approval === 'string' ? [{ to: paths.approval(approval), text: 'Open request' }] : [];

function recordLinksOf({
  subjectType,
  subjectId,
  companyId,
  result,
  details,
}: AuditEntry): ReturnType<LinksOf> {
  if (subjectId === null || isOfNothing({ result, details })) return [];
  switch (subjectType) {
    case 'companies':
      return [{ to: paths.company(subjectId), text: 'Open company' }];
    case 'users':
      return [{ to: paths.user(subjectId), text: 'Open user' }];
    case 'roles':
      return [{ to: paths.role(subjectId), text: 'Open role' }];
    case 'reconciliation':
      return [{ to: paths.reconciliationCase(subjectId), text: 'Open case' }];
    case 'accounts':
      // A refused attempt may refer to an account of another company.
      return companyId && result === 'done'
        ? [{ to: paths.companyAccount(companyId, subjectId), text: 'Open account' }]
        : [];
    default:
      return [];
  }
}

/** In the client portal. */
export const clientLinksOf: LinksOf = ({ subjectType, subjectId, result, details }) => {
  if (result === 'refused') return [];
  const { approval, kind } = details;
  // Of other kinds a company reads the outcome only.
  const isReadable = typeof kind === 'string' && Object.hasOwn(companyApprovals, kind);
  return [
    ...(typeof approval === 'string' && isReadable
      ? [{ to: paths.client.approval(approval), text: 'Open request' }]
      : []),
    ...(subjectId !== null && subjectType === 'users'
      ? [{ to: paths.client.user(subjectId), text: 'Open user' }]
      : []),
    ...(subjectId !== null && subjectType === 'accounts'
      ? [{ to: paths.client.account(subjectId), text: 'Open account' }]
      : []),
  ];
};
