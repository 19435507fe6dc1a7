import { BrakesScreen } from '../../features/payout-brakes/brakes-screen.tsx';

export default function BrakesPage() {
  return <BrakesScreen />;
}
