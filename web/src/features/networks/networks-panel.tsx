import type { NetworkFloatState, NetworkHealth } from '@sente/contract/networks';
import { rateText } from '@sente/contract/success-rate';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, ExternalLink, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { useArrival } from '../../lib/arrival.ts';
import { cn } from '../../lib/cn.ts';
import { formatAmount } from '../../lib/money.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { networkQueries } from './network-queries.ts';

interface NetworksPanelProps {
  className?: string | undefined;
  retryLabel: 'Try again' | 'Try Again';
  /** For staff: the provider's own money at each network. */
  hasFloats?: boolean;
  /** Beside something on a wide screen: the networks below each other, in a card of its height. */
  isNarrow?: boolean;
}

/** The state of the mobile-money networks, for staff and companies. */
export function NetworksPanel(props: NetworksPanelProps) {
  const { className, retryLabel, hasFloats = false, isNarrow = false } = props;
  const { data, failure, isLoading } = queryState(useQuery(networkQueries.health()));
  const simulatorUrl = data?.find(({ simulatorUrl: url }) => isWebAddress(url))?.simulatorUrl;
  const arrival = useArrival<HTMLDivElement>('networks', !isLoading);
  return (
    <div ref={arrival} id="networks" className={cn('scroll-mt-20', className)}>
      <Card
        className={isNarrow ? 'h-full' : undefined}
        title="Mobile-money networks"
        description="Payments that ended in the last 24 hours; a payer may also refuse one"
        actions={simulatorUrl ? <SimulatorLink url={simulatorUrl} /> : null}
      >
        {isLoading ? <SkeletonRows count={2} label="Loading networks" /> : null}
        {failure ? (
          <ErrorPanel
            title="The networks could not be loaded"
            failure={failure}
            message="Failed to load networks"
            retryLabel={retryLabel}
            className={data ? 'mb-4' : undefined}
          />
        ) : null}
        {data?.length === 0 ? (
          <p className="text-muted">No network is connected, so payments are refused.</p>
        ) : null}
        {data && data.length > 0 ? (
          <ul
            aria-label="Networks"
            className={cn('grid gap-x-10 gap-y-4 md:grid-cols-2', isNarrow && 'lg:grid-cols-1')}
          >
            {data.map((network) => (
              <NetworkRow key={network.network} network={network} hasFloats={hasFloats} />
            ))}
          </ul>
        ) : null}
      </Card>
    </div>
  );
}

function NetworkRow({ network, hasFloats }: { network: NetworkHealth; hasFloats: boolean }) {
  const { displayName, isSimulated, refuses, retryAt } = network;
  return (
    <li className="min-w-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{displayName}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
            <StatusBadge status={network.status} />
            {isSimulated ? <Badge tone="info">Simulator</Badge> : null}
            {network.directions.length === 1 ? (
              <Badge tone="neutral">
                {network.directions[0] === 'payout' ? 'Payouts only' : 'Collections only'}
              </Badge>
            ) : null}
          </p>
        </div>
        <SuccessRate network={network} />
      </div>
      {retryAt ? (
        <p className="mt-1.5 text-13 text-muted">
          {refusedText(refuses)} are refused; it is tried again at{' '}
          <DateText value={retryAt} format="shortTime" />
        </p>
      ) : null}
      {hasFloats ? <Floats network={network.network} isSimulated={isSimulated} /> : null}
    </li>
  );
}

function refusedText(refuses: NetworkHealth['refuses']): string {
  if (refuses.length > 1) return 'New payments';
  return refuses[0] === 'payout' ? 'New payouts' : 'New collections';
}

const products: Record<NetworkFloatState['product'], string> = {
  collection: 'Collection float',
  disbursement: 'Disbursement float',
  wallet: 'Float',
};

/** Secondary to the state of the network, so a failed read is one sentence. */
function Floats({ network, isSimulated }: { network: string; isSimulated: boolean }) {
  const { data, isError } = useQuery(networkQueries.floats());
  if (!data) {
    const text = isError ? 'The float could not be loaded.' : 'Loading the float...';
    return <p className="mt-1.5 text-13 text-muted">{text}</p>;
  }
  const own = data.filter((float) => float.network === network);
  return (
    <>
      {own.map(({ product, amount }) => (
        <p key={product} className="tabular mt-1.5 text-13 text-muted">
          {`${products[product]}: ${amount === null ? 'not known' : `UGX ${formatAmount(amount)}`}`}
        </p>
      ))}
      {own.length > 0 ? (
        // The reconciliation has another figure, and both are right.
        <p className="text-13 text-muted">
          {`As the ${isSimulated ? 'simulator' : 'network'} tells it now. Reconciliation has the float by the last statement.`}
        </p>
      ) : null}
    </>
  );
}

const states: Record<NetworkHealth['status'], { word: string; tone: Tone; icon: ReactNode }> = {
  up: { word: 'Up', tone: 'success', icon: <CircleCheck /> },
  degraded: { word: 'Degraded', tone: 'warning', icon: <TriangleAlert /> },
  down: { word: 'Down', tone: 'danger', icon: <CircleX /> },
};

function StatusBadge({ status }: { status: NetworkHealth['status'] }) {
  const { word, tone, icon } = states[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** A percentage of so few says nothing about the network. */
const fewPayments = 10;

function SuccessRate({ network: { successRate, finished } }: { network: NetworkHealth }) {
  if (successRate === null) return <p className="shrink-0 text-13 text-muted">No payments yet</p>;
  const succeeded = Math.round((finished * successRate) / 100);
  return (
    <p className="tabular shrink-0 text-right">
      <span className="block text-lg leading-6 font-semibold">
        {`${formatAmount(succeeded)} of ${formatAmount(finished)}`}
      </span>
      <span className="text-13 text-muted">
        {finished === 1 ? 'payment succeeded' : 'payments succeeded'}
        {finished < fewPayments ? null : `, ${rateText(successRate)}`}
      </span>
    </p>
  );
}

function SimulatorLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex items-center gap-1.5 text-13 font-medium text-accent-text hover:underline"
    >
      Open the simulator
      <ExternalLink aria-hidden="true" className="size-3.5" />
      <span className="sr-only">(new tab)</span>
    </a>
  );
}

function isWebAddress(url: string | null): boolean {
  return url !== null && /^https?:\/\//.test(url);
}
