import type { ApiKey } from '@sente/contract/api-keys';
import { useQuery } from '@tanstack/react-query';
import { Power, PowerOff } from 'lucide-react';
import { useState } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DataTable } from '../../ui/table.tsx';
import { keyColumns } from './api-key-columns.tsx';
import { apiKeyQueries, loadFailure, useSwitchKey } from './api-key-queries.ts';

const isOn = ({ state }: ApiKey): boolean => state === 'active';

/** The keys that the company's own people made: staff look at them, and switch one off. */
export function KeysOfCompany({ companyId }: { companyId: string }) {
  const { data, failure } = queryState(useQuery(apiKeyQueries.ofCompany(companyId)));
  const change = useSwitchKey();
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const own = data?.filter(({ madeBy }) => madeBy === 'company') ?? [];
  if (failure && !data) {
    return (
      <ErrorPanel className="mt-4" title={loadFailure} failure={failure} retryLabel="Try Again" />
    );
  }
  if (own.length === 0) return null;
  return (
    <Card
      flush
      className="mt-4"
      title="Keys of the company"
      description="Made by its own people, who alone have the secrets."
    >
      <DataTable
        // The card has the border.
        className="border-none!"
        caption="Keys of the company"
        columns={keyColumns}
        rows={own}
        rowKey={({ id }) => id}
        rowActions={(apiKey) =>
          apiKey.state === 'ended' ? null : (
            <IconButton
              size="sm"
              label={`Switch ${apiKey.name} ${isOn(apiKey) ? 'off' : 'on'}`}
              caption={isOn(apiKey) ? 'Switch off' : 'Switch on'}
              icon={isOn(apiKey) ? <PowerOff /> : <Power />}
              onClick={() => setAsked(apiKey)}
            />
          )
        }
      />
      <ConfirmAction
        subject={asked}
        change={change}
        input={(apiKey) => apiKey}
        title={(apiKey) => `Switch ${apiKey.name} ${isOn(apiKey) ? 'off' : 'on'}?`}
        description={(apiKey) =>
          isOn(apiKey)
            ? 'Calls signed with this key are refused at once, until it is switched on again. The company cannot switch it on.'
            : 'Calls signed with this key are accepted again.'
        }
        confirmLabel={(apiKey) => (isOn(apiKey) ? 'Switch Off' : 'Switch On')}
        busyLabel="Switching..."
        tone={(apiKey) => (isOn(apiKey) ? 'danger' : 'primary')}
        done={(apiKey) => `API key switched ${isOn(apiKey) ? 'off' : 'on'}`}
        failed="Failed to switch the API key"
        onClose={() => setAsked(null)}
      />
    </Card>
  );
}
