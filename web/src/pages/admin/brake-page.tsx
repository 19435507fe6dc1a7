import { useParams } from 'react-router';
import { BrakeDetails } from '../../features/payout-brakes/brake-details.tsx';

export default function BrakePage() {
  const { id = '' } = useParams();
  return <BrakeDetails key={id} id={id} />;
}
