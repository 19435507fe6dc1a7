import type { BodyOf } from '@sente/contract/endpoint';
import { timeWords } from '@sente/contract/kampala';
import { formatUgx } from '@sente/contract/money';
import type { BrakeSelection, payoutBrakes } from '@sente/contract/payout-brakes';
import { ask } from '../../approvals/asking.ts';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, refused } from '../../http/app-error.ts';
import { brakeKeys, opensBrake } from '../../security/brake-seal.ts';
import type { Sealer } from '../../security/secrets.ts';
import { totalNamed, totalSelected } from './held-payouts.queries.ts';
import { readHeldSettlements, sumSettlements } from './held-settlements.queries.ts';
import type { BrakeRow } from './payout-brakes.queries.ts';

/*
 * One person proposes what becomes of the held payouts, another one approves, and the brake ends.
 */

type Proposed = BodyOf<typeof payoutBrakes.propose>;

/** Returns the id of the request. */
export async function askToEnd(
  db: Db,
  actor: Actor,
  brake: BrakeRow,
  body: Proposed,
): Promise<string> {
  if (brake.ended_at !== null) throw refused('This payout brake has ended already');
  const { decision, reason } = body;
  const amount = BigInt(brake.held_amount);
  return ask(db, actor, {
    kind: 'brake',
    subject: brake.id,
    companyId: brake.company_id,
    ...(amount > 0n && { amount }),
    details: {
      brakeId: brake.id,
      decision,
      ...(await cancelledOf(db, brake.id, body)),
      held: brake.held_count,
      total: ugx(brake.held_amount),
      settlements: sumSettlements(await readHeldSettlements(db, brake.company_id)),
      tripped: brake.reason,
    },
    note: reason,
    about: brake.company_id
      ? { type: 'companies', id: brake.company_id }
      : { type: 'payoutBrakes', id: brake.id },
    isWaiting: 'A decision about this payout brake waits for a second person already',
  });
}

/**
 * Of a release: the payouts that are cancelled instead. The request keeps their ids, or what they have in
 * common, which catches what keeps coming until the approval as well.
 */
async function cancelledOf(
  db: Db,
  brakeId: string,
  { decision, cancelledIds = [], selection }: Proposed,
): Promise<object> {
  const named = [...new Set(cancelledIds)];
  if (decision === 'cancel' && (named.length > 0 || selection)) {
    throw invalidField('cancelledIds', 'To cancel all of them, name none');
  }
  if (selection) {
    if (named.length > 0) {
      throw invalidField('selection', 'Name payouts, or what they have in common, not both');
    }
    const { count, amount } = await totalSelected(db, brakeId, selection);
    if (count === 0) throw invalidField('selection', 'No held payout matches');
    const common = await selectionText(db, selection);
    return { selection, cancelled: count, cancelledTotal: ugx(amount), common };
  }
  const { count, amount } = await totalNamed(db, brakeId, named);
  if (count < named.length) {
    throw invalidField(
      'cancelledIds',
      'This brake does not hold all of these payouts, or some were sent before and cannot be cancelled',
    );
  }
  return { cancelledIds: named, cancelled: count, cancelledTotal: ugx(amount) };
}

/** For people, such as "to numbers that were never paid before, ordered through the API". */
async function selectionText(db: Db, selection: BrakeSelection): Promise<string> {
  const { receivers, askedBy, companyId, amount, heldFrom } = selection;
  const texts = [
    receivers && 'to numbers that were never paid before',
    askedBy === 'api' && 'ordered through the API',
    askedBy && askedBy !== 'api' && `asked for by ${await nameOf(db, askedBy)}`,
    companyId && `of ${await companyNameOf(db, companyId)}`,
    amount !== undefined && `each of ${formatUgx(amount)}`,
    heldFrom && `held from ${timeWords(new Date(heldFrom))} on`,
  ];
  return texts.filter(Boolean).join(', ');
}

async function nameOf(db: Db, userId: string): Promise<string> {
  const row = await db.row<{ name: string }>(
    "select first_name || ' ' || last_name as name from users where id = $1",
    [userId],
  );
  return row?.name ?? 'somebody';
}

async function companyNameOf(db: Db, companyId: string): Promise<string> {
  const row = await db.row<{ name: string }>('select name from companies where id = $1', [
    companyId,
  ]);
  return row?.name ?? 'a company';
}

function ugx(hundredths: string): string {
  return formatUgx(toUgx(hundredths));
}

/**
 * Once the decision is stored: the database itself checks that two people stand behind it, and that this is
 * a server, which can open the seal of the watcher.
 */
export async function endBrake(db: Db, sealer: Sealer, approvalId: string): Promise<void> {
  const row = await db.row<{ id: string; seal: Buffer | null }>(
    `select b.id, b.seal from payout_brakes b join approvals a on a.subject = b.id::text
     where a.id = $1 and b.ended_at is null`,
    [approvalId],
  );
  if (!row) throw refused('This payout brake has ended already');
  if (row.seal === null) {
    throw refused(
      'The watcher has not sealed this payout brake yet, and nobody can end it before. It does so within a second while it runs and has the key of the API credentials.',
    );
  }
  if (!opensBrake(sealer, row.id, row.seal)) {
    throw refused(
      'This payout brake was sealed with another key than this server has. Put the former SENTE_CREDENTIAL_KEY or credential.key back.',
    );
  }
  await db.rows('select brake_end($1, $2)', [approvalId, brakeKeys(sealer, row.id)]);
}
