import { carryOutDeposit } from './accounts/opening.ts';
import { carryOutBySubject } from './approvals/limit-requests.ts';
import { storedApprovals } from './approvals/stored-approvals.ts';
import type { Database } from './db/database.ts';
import { carryOutException } from './credentials/examination-exceptions.ts';
import { carryOutReset } from './factors/factor-reset.ts';
import { carryOutFee } from './fees/fee-approvals.ts';
import { carryOutTax } from './taxes/taxes.service.ts';
import { carryOutLimits, carryOutUnblock } from './limits/limit-approvals.ts';
import type { Mailer } from './mail/mailer.ts';
import { carryOutRule, carryOutCeiling } from './payout-rules/rule-changes.ts';
import { carryOutSettings } from './platform-settings/platform-settings.service.ts';
import { endBrake } from './payments/brakes/brake-approvals.ts';
import { carryOutCase, carryOutCases } from './reconciliation/case-actions.ts';
import { carryOutWithdrawal } from './reconciliation/withdraw-statement.ts';
import { carryOutWiderRole } from './roles/role-permissions.ts';
import type { Sealer } from './security/secrets.ts';
import { carryOutBankAccount } from './settlements/bank-accounts.service.ts';
import { carryOutBatch } from './settlements/batches.service.ts';
import { carryOutReturn } from './settlements/ending.ts';
import { carryOutFloat } from './settlements/float-transfers.ts';
import { carryOutReversal } from './transactions/transactions.service.ts';
import { carryOutStaffRole } from './users/user-roles.service.ts';

interface StoredKindTools {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
}

/** What is stored as a request until a second person approves it. */
export function storedKinds({ database, sealer, mailer }: StoredKindTools) {
  const giveStaffRole = carryOutStaffRole(mailer);
  return {
    deposit: storedApprovals(database, carryOutDeposit),
    reversal: storedApprovals(database, carryOutReversal),
    'staff-role': storedApprovals(database, (db, approver, approval) =>
      (approval.user_id ? giveStaffRole : carryOutWiderRole)(db, approver, approval),
    ),
    'factor-reset': storedApprovals(database, carryOutReset(mailer)),
    fee: storedApprovals(database, carryOutFee),
    tax: storedApprovals(database, carryOutTax),
    brake: storedApprovals(
      database,
      async () => null,
      (db, id) => endBrake(db, sealer, id),
    ),
    limit: storedApprovals(
      database,
      carryOutBySubject({
        limits: carryOutLimits,
        'payout-ceiling': carryOutCeiling,
        'platform-settings': carryOutSettings,
        'blocked-number': carryOutUnblock,
        'examination-exception': carryOutException,
      }),
    ),
    'payout-rule': storedApprovals(database, carryOutRule),
    case: storedApprovals(database, carryOutCase),
    cases: storedApprovals(database, carryOutCases),
    'bank-account': storedApprovals(database, carryOutBankAccount),
    'settlement-batch': storedApprovals(database, carryOutBatch),
    'settlement-return': storedApprovals(database, carryOutReturn),
    float: storedApprovals(database, carryOutFloat),
    statement: storedApprovals(database, carryOutWithdrawal),
  };
}
