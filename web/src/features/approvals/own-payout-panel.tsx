import { useQuery } from '@tanstack/react-query';
import { approvalQueries } from './approval-queries.ts';
import { ApprovalsAbout } from './approvals-about.tsx';

/** On a company's payout: whom it waits for, with the buttons. Nothing for one that went at once. */
export default function OwnPayoutPanel({ paymentId }: { paymentId: string }) {
  const { data } = useQuery({ ...approvalQueries.details(paymentId), retry: false });
  return data ? <ApprovalsAbout approvals={[data]} portal="client" /> : null;
}
