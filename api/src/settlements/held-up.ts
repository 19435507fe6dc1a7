import { allStopped, stoppedSettlement } from '../approvals/batch-about.ts';

/**
 * What keeps a settlement `s` from the bank. A batch takes, and a second person approves, only what can be paid. After
 * that the file goes to the bank as it is, unless all payouts are stopped. A company does not see its batch, but reads the
 * same as staff.
 */
export const heldUpBy = `case
    when s.state = 'requested' or (s.state = 'batched' and settlement_batch_waits(s.company_id, s.batch_id))
      then ${stoppedSettlement}
    when s.state = 'batched' and s.at_bank_since is null then ${allStopped}
  end`;
