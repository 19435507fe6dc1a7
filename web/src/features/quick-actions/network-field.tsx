import type { NetworkHealth } from '@sente/contract/networks';
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
  /** The chosen one. */
  chosen: string;
}

/** The networks that the server knows, and how the chosen one is doing. */
export function NetworkField({ chosen, ...select }: NetworkFieldProps) {
  const { data, failure, isLoading } = queryState(useQuery(networkQueries.health()));
  const networks = data ?? [];
  const network = networks.find((one) => one.network === chosen);
  return (
    <SelectField
      {...select}
      label="Network"
      required
      placeholder={isLoading ? 'Loading networks...' : 'Select a network...'}
      options={optionsOf(networks, chosen)}
      hint={
        network
          ? hintOf(network)
          : emptyHint(Boolean(failure), data?.length === 0, failure?.onRetry)
      }
    />
  );
}

/** The guess by the number may be there before the list is. */
function optionsOf(networks: readonly NetworkHealth[], chosen: string) {
  const options = networks.map(({ network, displayName, status }) => ({
    value: network,
    label: status === 'down' ? `${displayName} (down)` : displayName,
  }));
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return isListed ? options : [...options, { value: chosen, label: chosen }];
}

function hintOf({ displayName, status, retryAt, isSimulated }: NetworkHealth): ReactNode {
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
