import type { NetworkHealth } from '@sente/contract/networks';
import type { PaymentDirection } from '@sente/contract/payments';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { formatShortTime } from '../../lib/dates.ts';
import { SelectField } from '../../ui/select.tsx';
import { networkQueries } from '../networks/network-queries.ts';

interface NetworkFieldProps extends Omit<
  ComponentProps<typeof SelectField>,
  'label' | 'options' | 'placeholder' | 'hint'
> {
  /** The chosen network. */
  chosen: string;
  direction: PaymentDirection;
}

/** The networks of the server, and the state of the chosen one. */
export function NetworkField({ chosen, direction, ...select }: NetworkFieldProps) {
  const { data, failure, isLoading } = queryState(useQuery(networkQueries.health()));
  const networks = data ?? [];
  const network = networks.find((one) => one.network === chosen);
  return (
    <SelectField
      {...select}
      // A guess may name a network before its option exists; the browser would drop it.
      value={chosen}
      label="Network"
      required
      placeholder={isLoading ? 'Loading networks...' : 'Select a network...'}
      options={optionsOf(networks, chosen, direction)}
      hint={
        network
          ? hintOf(network, direction)
          : emptyHint(Boolean(failure), data?.length === 0, failure?.onRetry)
      }
    />
  );
}

/** The guess by prefix may be made before the list has loaded. */
function optionsOf(
  networks: readonly NetworkHealth[],
  chosen: string,
  direction: PaymentDirection,
) {
  const options = networks.map(({ network, displayName, status, directions }) => ({
    value: network,
    label: directions.includes(direction)
      ? `${displayName}${status === 'down' ? ' (down)' : ''}`
      : `${displayName} (no ${direction}s)`,
  }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}

function hintOf(
  { displayName, directions, status, retryAt, isSimulated }: NetworkHealth,
  direction: PaymentDirection,
): ReactNode {
  if (!directions.includes(direction)) {
    return `${displayName} is not connected for ${direction}s, so they are refused.`;
  }
  if (status === 'down') {
    const until = retryAt ? ` It is tried again at ${formatShortTime(retryAt)}.` : '';
    return `${displayName} does not answer at the moment, and new payments are refused.${until}`;
  }
  if (status === 'degraded') return `${displayName} answers, but not always. It may take longer.`;
  return isSimulated ? `${displayName} is simulated here: no real money moves.` : undefined;
}

function emptyHint(isFailed: boolean, isEmpty: boolean, onRetry?: () => unknown): ReactNode {
  if (isEmpty) return 'No network is connected, so payments are refused.';
  if (!isFailed) return undefined;
  return (
    <>
      The networks could not be loaded.{' '}
      <button
        type="button"
        onClick={() => void onRetry?.()}
        className="rounded-sm text-accent-text underline"
      >
        Try again
      </button>
    </>
  );
}
