import { useParams } from '../../lib/router.tsx';
import { BrakeDetails } from '../../features/payout-brakes/brake-details.tsx';

export default function BrakePage() {
  const { id = '' } = useParams();
  return <BrakeDetails key={id} id={id} />;
}
