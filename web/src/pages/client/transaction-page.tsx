import { useParams } from '../../lib/router.tsx';
import { TransactionScreen } from '../../features/transactions/transaction-screen.tsx';

export default function TransactionPage() {
  const { id = '' } = useParams();
  return <TransactionScreen key={id} id={id} portal="client" />;
}
