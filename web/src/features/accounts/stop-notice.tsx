import type { Account } from '@sente/contract/accounts';
import { Banner } from '../../ui/banner.tsx';
import { DateText } from '../../ui/date-display.tsx';

/** Why an account accepts no new payments; nothing if it does. */
export function StopNotice({ account: { freeze, isSuspended } }: { account: Account }) {
  if (freeze) {
    return (
      <Banner tone="danger" className="mb-4" title="Frozen: no new payments">
        Since <DateText value={freeze.at} format="shortTime" />. {freeze.reason}
      </Banner>
    );
  }
  if (!isSuspended) return null;
  return (
    <Banner tone="danger" className="mb-4" title="No new payments">
      The company is suspended.
    </Banner>
  );
}
