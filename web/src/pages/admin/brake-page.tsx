import { WaitingDecision } from '../../features/approvals/waiting-decision.tsx';
import { useParams } from '../../lib/router.tsx';
import { BrakeDetails } from '../../features/payout-brakes/brake-details.tsx';

export default function BrakePage() {
  const { id = '' } = useParams();
  return (
    <BrakeDetails
      key={id}
      id={id}
      decision={(approvalId) => <WaitingDecision key={approvalId} id={approvalId} />}
    />
  );
}
