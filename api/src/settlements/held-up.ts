import { allStopped, stoppedSettlement } from '../approvals/batch-about.ts';

/**
 * What keeps a settlement `s` from the bank. A batch takes, and a second person approves, only what can be paid. After
 * that the file goes to the bank as it is, unless all payouts are stopped. A company sees no batch: to it, one that waits
 * is like one that is approved.
 */
export const heldUpBy = `case
    when s.state = 'requested' or (s.state = 'batched' and exists (
      select from settlement_batches g where g.id = s.batch_id and g.state = 'waiting'
    )) then ${stoppedSettlement}
    when s.state = 'batched' and s.at_bank_since is null then ${allStopped}
  end`;
