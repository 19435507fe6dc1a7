import type { CompanyDetails } from '@sente/contract/companies';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { companyQueries } from './company-queries.ts';

const everyMinute = 60_000;

/**
 * For people of a company that is suspended, or whose payouts are stopped: since when and why. Nothing for
 * other companies, while it loads, or if it cannot be loaded: the server refuses what is not allowed.
 */
export function SuspensionNotice({ companyId }: { companyId: string }) {
  const { data } = useQuery({
    ...companyQueries.details(companyId),
    // For a page whose stream of changes broke.
    refetchInterval: everyMinute,
  });
  return (
    <>
      {data?.suspension ? <Suspension {...data.suspension} /> : null}
      {data?.payoutBrake ? <StoppedPayouts {...data.payoutBrake} /> : null}
    </>
  );
}

function StoppedPayouts({ at, reason }: NonNullable<CompanyDetails['payoutBrake']>) {
  return (
    <Banner tone="warning" className="mb-6" title="Your payouts wait">
      <p>
        Since <DateText value={at} format="shortTime" />, payouts are accepted but not sent: the
        provider checks them. They have not failed, and their money stays held on the account.
        Settlements to your bank wait too, and new ones are not taken. Collections go on.
      </p>
      {reason ? <p className="mt-1 wrap-anywhere">Reason: {reason}</p> : null}
    </Banner>
  );
}

function Suspension({ at, reason }: NonNullable<CompanyDetails['suspension']>) {
  return (
    <Banner tone="danger" className="mb-6" title="Your company is suspended">
      <p>
        Since <DateText value={at} format="shortTime" />, no new payments and accounts are accepted.
        Payments under way are finished, and you can read and export everything.
      </p>
      <p className="mt-1 wrap-anywhere">Reason: {reason}</p>
    </Banner>
  );
}
