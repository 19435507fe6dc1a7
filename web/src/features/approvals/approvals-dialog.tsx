import { useQuery } from '@tanstack/react-query';
import { phoneQuery, useMediaQuery } from '../../lib/media-query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { attentionQueries } from '../dashboards/attention-queries.ts';
import type { ApprovalTab } from './approval-queries.ts';
import { PaymentsToDecide } from './payments-to-decide.tsx';
import { PayoutsToApprove } from './payouts-to-approve.tsx';
import { UnknownPayments } from './unknown-payments.tsx';

interface ApprovalsDialogProps {
  open: boolean;
  tab: ApprovalTab;
  onTab: (tab: ApprovalTab) => void;
  onClose: () => void;
}

/**
 * Everything that awaits somebody: payouts to approve, payments under review, and payments that only a
 * network knows.
 */
export default function ApprovalsDialog({ open, tab, onTab, onClose }: ApprovalsDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pending Approvals"
      size="lg"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Content tab={tab} onTab={onTab} />
    </Dialog>
  );
}

function Content({ tab, onTab }: { tab: ApprovalTab; onTab: (tab: ApprovalTab) => void }) {
  const { data } = useQuery(attentionQueries.now());
  // Short enough for all labels with their counts.
  const isPhone = useMediaQuery(phoneQuery);
  const labelOf = (text: string, count: number | undefined) =>
    count ? `${text} (${count})` : text;
  return (
    <Tabs
      label="What waits for somebody"
      tabs={[
        {
          id: 'payouts',
          label: labelOf(isPhone ? 'To approve' : 'Payouts to approve', data?.pendingApprovals),
        },
        {
          id: 'payments',
          label: labelOf(isPhone ? 'To decide' : 'Payments to decide', data?.paymentReviews),
        },
        {
          id: 'unknown',
          label: labelOf(isPhone ? 'Unknown' : 'Unknown payments', data?.unknownPayments?.count),
        },
      ]}
      value={tab}
      onChange={onTab}
    >
      {tab === 'payouts' ? <PayoutsToApprove /> : null}
      {tab === 'payments' ? <PaymentsToDecide /> : null}
      {tab === 'unknown' ? <UnknownPayments /> : null}
    </Tabs>
  );
}
