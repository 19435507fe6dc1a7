import { describe, expect, it } from 'vitest';
import { overlapNames } from './api-keys.ts';
import { accessLinkKinds } from './access-links.ts';
import { approvalKinds, approvalSteps, limitSubjects } from './approval-kinds.ts';
import { auditWord, isRawWord } from './audit-words.ts';
import { caseActions } from './case-kinds.ts';
import { feeDirections } from './fees.ts';
import { exportedListNames, exportFormats } from './file-exports.ts';
import { keyScopes } from './key-scopes.ts';
import { statementPlaces, statementWallets } from './network-statements.ts';
import { reviewDecisions } from './payment-reviews.ts';
import { paymentDirections } from './payments.ts';
import { companyPermissionNames, staffPermissionNames } from './permissions.ts';
import { taxNames } from './taxes.ts';
import { transactions } from './transactions.ts';

describe('what the server writes into the audit log', () => {
  it.each<[action: string, field: string, values: readonly string[]]>([
    ['approvals.ask', 'kind', approvalKinds],
    ['approvals.ask', 'limitOf', limitSubjects],
    ['approvals.approve', 'step', approvalSteps],
    ['accessLinks.setPassword', 'kind', accessLinkKinds],
    ['transactions.request', 'kind', transactions.request.body.shape.kind.options],
    ['reconciliation.settle', 'action', caseActions],
    ['paymentReviews.propose', 'decision', reviewDecisions],
    ['networkNotices.confirm', 'decision', ['book', 'release']],
    ['networkNotices.proposeBooking', 'direction', paymentDirections],
    ['fees.add', 'direction', feeDirections],
    ['taxes.add', 'direction', paymentDirections],
    ['taxes.add', 'tax', taxNames],
    ['networkStatements.upload', 'network', statementPlaces],
    ['networkStatements.upload', 'wallet', statementWallets],
    ['fileExports.start', 'list', exportedListNames],
    ['fileExports.start', 'format', exportFormats],
    ['apiKeys.create', 'scopes', keyScopes],
    ['apiKeys.rotate', 'overlap', overlapNames],
    ['settlements.saveSchedule', 'every', ['day', 'week']],
    ['roles.assignPermission', 'permission', [...staffPermissionNames, ...companyPermissionNames]],
  ])('has words: %s, %s', (action, field, values) => {
    for (const value of values) {
      const word = auditWord(action, field, value);
      expect(word, value).toMatch(/^[A-Z]/);
      if (value !== 'MTN') expect(word, value).not.toBe(value);
    }
  });

  it('is recognised as raw without them', () => {
    expect(isRawWord('approvals.ask', 'kind', 'something-new')).toBe(true);
    expect(isRawWord('approvals.ask', 'kind', 'limit')).toBe(false);
    expect(isRawWord('approvals.ask', 'mood', 'somethingNew')).toBe(true);
    expect(isRawWord('approvals.ask', 'reason', 'urgent')).toBe(false);
    expect(isRawWord('taxes.add', 'rate', '18% of the fee')).toBe(false);
  });
});
