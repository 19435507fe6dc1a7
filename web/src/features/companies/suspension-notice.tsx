import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { companyQueries } from './company-queries.ts';

/**
 * For people of a suspended company: since when and why. Nothing for other companies, while it
 * loads, or if it cannot be loaded: the server refuses what is not allowed.
 */
export function SuspensionNotice({ companyId }: { companyId: string }) {
  const { data } = useQuery(companyQueries.details(companyId));
  if (!data?.suspension) return null;
  const { at, reason } = data.suspension;
  return (
    <Banner tone="danger" className="mb-6" title="Your company is suspended">
      <p>
        Since <DateText value={at} format="shortTime" />, no new payments and accounts are accepted.
        What is under way ends, and you can read and export everything.
      </p>
      <p className="mt-1 wrap-anywhere">Reason: {reason}</p>
    </Banner>
  );
}
