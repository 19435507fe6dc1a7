import type { Database, Db } from '../../src/db/database.ts';
import type { Actor } from '../../src/http/actor.ts';
import { endBrake } from '../../src/payments/brakes/brake-approvals.ts';
import { createPayoutBrakesService } from '../../src/payments/brakes/payout-brakes.service.ts';
import { settleBraked } from '../../src/payments/brakes/settle-braked.ts';
import { createSealer } from '../../src/security/secrets.ts';
import { sealBrakes } from '../brakes.ts';
import { testCredentialKey } from '../app.ts';

/** Stops the payouts of a company, and lets those that wait go or cancels them. */
export interface BrakeLever {
  pull(companyId: string): Promise<void>;
  end(companyId: string, decision: 'release' | 'cancel'): Promise<void>;
}

export function createBrakeLever(
  database: Database,
  owner: Db,
  [first, second]: readonly [Actor, Actor],
): BrakeLever {
  const brakes = createPayoutBrakesService(database);
  const sealer = createSealer(testCredentialKey);
  const onOf = (companyId: string) =>
    owner.row<{ id: string }>(
      'select id from payout_brakes where company_id = $1 and ended_at is null',
      [companyId],
    );
  return {
    pull: (companyId) => brakes.trip(first, companyId, 'A storm'),
    async end(companyId, decision) {
      await sealBrakes(owner);
      const brake = await onOf(companyId);
      if (!brake) throw new Error('The brake was pulled, and is not on');
      const body = { decision, reason: 'The storm goes on' };
      const { meta } = await brakes.propose(first, brake.id, body);
      await owner.rows(
        `update approvals set state = 'approved', decided_by = $2, decided_at = clock_timestamp()
         where id = $1`,
        [meta.approvalId, second.userId],
      );
      await database.within(second.scope, (db) => endBrake(db, sealer, meta.approvalId));
      await settleBraked(database);
    },
  };
}
