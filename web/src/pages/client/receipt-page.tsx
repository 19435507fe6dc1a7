import { useParams } from '../../lib/router.tsx';
import { ReceiptScreen } from '../../features/transactions/receipt-screen.tsx';

export default function ReceiptPage() {
  const { id = '' } = useParams();
  return <ReceiptScreen key={id} id={id} portal="client" />;
}
