import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';

export default function ApprovalsPage() {
  return (
    <ApprovalsScreen
      portal="client"
      subtitle="Payouts of your company that wait for approval by the provider"
    />
  );
}
