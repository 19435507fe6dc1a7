import { BlockedNumbers } from '../../features/limits/blocked-numbers.tsx';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export default function BlockedNumbersPage() {
  const canChange = useCan('staffFees');
  const maySet = useCan('staffSettings');
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Blocked Numbers"
        subtitle="No company does payments with these numbers"
        back={
          maySet
            ? { to: paths.settings('platform'), label: 'Back to Settings' }
            : { to: paths.companies(), label: 'Back to Companies' }
        }
      />
      <BlockedNumbers
        companyId={null}
        canChange={canChange}
        description="Blocking applies at once. Allowing a number again waits for a second person. Each company also has a list of its own, on the page of its limits."
      />
    </div>
  );
}
