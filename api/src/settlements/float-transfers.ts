import type { Approval } from '@sente/contract/approval';
import { toHundredths } from '@sente/contract/money';
import { networkWords } from '@sente/contract/payments';
import { floatTransferBody, type FloatTransferBody } from '@sente/contract/settlement-batches';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { readApproval } from '../approvals/approvals-read.ts';
import { ask } from '../approvals/asking.ts';
import type { Database, Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { lockAccounts } from '../ledger/advances.ts';
import { bookForProvider, headOffice } from '../ledger/suspense.ts';
import { systemAccountsOf } from '../ledger/system-accounts.ts';

export interface FloatTransfersService {
  /** Asks for it; it is booked when a second person approves. */
  create(actor: Actor, body: FloatTransferBody): Promise<Approval>;
}

export function createFloatTransfersService(database: Database): FloatTransfersService {
  return {
    create: (actor, body) =>
      database.within(actor.scope, async (db) => {
        const companyId = await headOffice(db);
        const approvalId = await ask(db, actor, {
          kind: 'float',
          subject: body.bankReference,
          companyId,
          amount: toHundredths(body.amount) ?? 0n,
          details: { transfer: body },
          about: { type: 'companies', id: companyId },
          isWaiting: "A transfer with this bank's reference waits for a second person already",
        });
        return readApproval(db, actor, approvalId);
      }),
  };
}

const wanted = z.object({ transfer: floatTransferBody });

/** The bank's reference is a movement of the bank: it is booked once, and again only after it was taken back. */
export const carryOutFloat: CarryOut = async (db, _approver, { id, details }) => {
  const { transfer } = wanted.parse(details);
  const { network, direction, amount, bankReference } = transfer;
  const word = networkWords[network];
  const isToNetwork = direction === 'to-network';
  const money = {
    network,
    direction: isToNetwork ? 'collection' : 'payout',
    amount: toHundredths(amount) ?? 0n,
    key: id,
    reference: bankReference,
    description: isToNetwork ? `Float from the bank to ${word}` : `Float from ${word} to the bank`,
  } as const;
  if (await isBooked(db, bankReference)) {
    throw refused("A transfer with this bank's reference was booked before. Reject the request.");
  }
  return bookForProvider(db, money, 'settlement');
};

/**
 * Whether a transfer that counts has the bank's reference; what a case booked has the network's. Two are not booked at
 * once: the reader of the second sees the first.
 */
async function isBooked(db: Db, reference: string): Promise<boolean> {
  const companyId = await headOffice(db);
  const { settlement, clearing } = await systemAccountsOf(db, companyId);
  await lockAccounts(db, [settlement, ...clearing.values()]);
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from transactions t
       where t.company_id = $1 and t.kind = 'float' and t.reference = $2 and t.key not like 'float:case:%'
         and not exists (
           select from transactions r
           where r.company_id = t.company_id and r.reversal_of = t.id and r.status = 'completed'
         )
     ) as found`,
    [companyId, reference],
  );
  return row?.found ?? false;
}
