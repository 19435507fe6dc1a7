import type { BrakeOn } from '@sente/contract/attention';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { RelativeTime } from '../../ui/date-display.tsx';
import { Link } from '../../ui/link.tsx';

/** Names the first brake, which is that of all companies if there is one. */
export default function BrakesPanel({ brakes }: { brakes: readonly BrakeOn[] }) {
  const [first] = brakes;
  if (!first) return null;
  const more = brakes.length - 1;
  return (
    <Banner
      tone="danger"
      className="mb-6"
      title={first.company ? `Payouts of ${first.company} are stopped` : 'All payouts are stopped'}
    >
      <p className="wrap-anywhere">
        {first.reason} (<RelativeTime value={first.since} />)
      </p>
      <p className="mt-1">
        {more > 0 ? `${more === 1 ? '1 more brake is' : `${more} more brakes are`} on. ` : ''}
        <Link
          to={more > 0 ? paths.payoutBrakes() : paths.payoutBrake(first.id)}
          className="rounded-sm underline underline-offset-3"
        >
          See what waits
        </Link>
      </p>
    </Banner>
  );
}
