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

/** The keys that the company's own people made: staff look at them, and switch one off. */
export function KeysOfCompany({ companyId }: { companyId: string }) {
  const { data, failure } = queryState(useQuery(apiKeyQueries.ofCompany(companyId)));
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const own = data?.filter(({ madeBy }) => madeBy === 'company') ?? [];
  const isOn = asked?.state === 'active';
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
        caption="Keys of the company"
        columns={keyColumns}
        rows={own}
        rowKey={({ id }) => id}
        rowActions={(apiKey) =>
          apiKey.state === 'ended' ? null : (
            <IconButton
              size="sm"
              label={`Switch ${apiKey.name} ${apiKey.state === 'active' ? 'off' : 'on'}`}
              icon={apiKey.state === 'active' ? <PowerOff /> : <Power />}
              onClick={() => setAsked(apiKey)}
            />
          )
        }
      />
      <ConfirmAction
        subject={asked}
        change={useSwitchKey()}
        input={(apiKey) => apiKey}
        title={({ name }) => `Switch ${name} ${isOn ? 'off' : 'on'}?`}
        description={
          isOn
            ? 'Calls signed with this key are refused at once, until it is switched on again. The company cannot switch it on.'
            : 'Calls signed with this key are accepted again.'
        }
        confirmLabel={isOn ? 'Switch Off' : 'Switch On'}
        busyLabel="Switching..."
        tone={isOn ? 'danger' : 'primary'}
        done={isOn ? 'API key switched off' : 'API key switched on'}
        failed="Failed to switch the API key"
        onClose={() => setAsked(null)}
      />
    </Card>
  );
}
