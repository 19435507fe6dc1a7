import { ListChecks } from 'lucide-react';
import { paths } from '../lib/paths.ts';
import { Badge } from './badge.tsx';
import { Link } from './link.tsx';

interface BulkMarkProps {
  bulkId: string | null;
  /** In the company's portal, where bulk payouts have a page. */
  isLink: boolean;
}

/** Beside the status of a payout: it was made of a line of a bulk payout. */
export function BulkMark({ bulkId, isLink }: BulkMarkProps) {
  if (!bulkId) return null;
  if (!isLink) return <Badge icon={<ListChecks />}>Bulk</Badge>;
  return (
    <Link to={paths.client.bulkPayout(bulkId)} className="rounded-md">
      <Badge
        icon={<ListChecks />}
        className="align-middle hover:underline hover:underline-offset-3"
      >
        Bulk
      </Badge>{' '}
      <span className="sr-only">payout that it belongs to</span>
    </Link>
  );
}
