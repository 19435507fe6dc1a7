import { ApprovalsScreen } from '../../features/approvals/approvals-screen.tsx';

export default function ApprovalsPage() {
  return (
    <ApprovalsScreen
      portal="client"
      subtitle="What waits for a second person: payouts of your company, and changes of its rules for them"
    />
  );
}
