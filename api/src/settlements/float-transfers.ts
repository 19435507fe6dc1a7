import type { Approval } from '@sente/contract/approval';
import { toHundredths } from '@sente/contract/money';
import { networkWords } from '@sente/contract/payments';
import { floatTransferBody, type FloatTransferBody } from '@sente/contract/settlement-batches';
import * as z from 'zod';
import type { CarryOut } from '../approvals/approval-kind.ts';
import { readApproval } from '../approvals/approvals-read.ts';
import { ask } from '../approvals/asking.ts';
import type { Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { refused } from '../http/app-error.ts';
import { headOffice, postForProvider } from '../ledger/suspense.ts';

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
          subject: subjectOf(body),
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

/** The bank's reference is a movement of the bank: it is booked once. */
function subjectOf({ network, direction, bankReference }: FloatTransferBody): string {
  return `${network} ${direction} ${bankReference}`;
}

const wanted = z.object({ transfer: floatTransferBody });

export const carryOutFloat: CarryOut = async (db, _approver, { details }) => {
  const { transfer } = wanted.parse(details);
  const { network, direction, amount, bankReference } = transfer;
  const word = networkWords[network];
  const isToNetwork = direction === 'to-network';
  const money = {
    network,
    direction: isToNetwork ? 'collection' : 'payout',
    amount: toHundredths(amount) ?? 0n,
    key: subjectOf(transfer),
    reference: bankReference,
    description: isToNetwork ? `Float from the bank to ${word}` : `Float from ${word} to the bank`,
  } as const;
  const outcome = await postForProvider(db, money, 'settlement');
  if (outcome.replayed || outcome.reason === 'key_reused') {
    throw refused("A transfer with this bank's reference was booked before. Reject the request.");
  }
  if (outcome.status !== 'completed') throw new Error(`Float was not booked: ${outcome.reason}`);
  return outcome.transactionId;
};
