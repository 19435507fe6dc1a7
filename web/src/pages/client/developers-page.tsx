import type { ApiKey, NewApiKey } from '@sente/contract/api-keys';
import { testKeyPrefix } from '@sente/contract/test-mode';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { pageOf } from '../../api/query-options.ts';
import { keyColumns } from '../../features/credentials/api-key-columns.tsx';
import {
  apiKeyQueries,
  loadFailure,
  useRevokeKey,
} from '../../features/credentials/api-key-queries.ts';
import { NewKeyDialog } from '../../features/credentials/new-key-dialog.tsx';
import { getMode } from '../../lib/mode.ts';
import { useOverlayParam } from '../../lib/overlay-param.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useCompanyId } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { Link } from '../../ui/link.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { NoCompany } from '../../ui/no-permission.tsx';
import { RefreshButton } from '../../ui/refresh-button.tsx';
import { DeveloperFrame } from './developer-frame.tsx';

const CreateKeyDialog = lateWindow(
  () => import('../../features/credentials/create-key-dialog.tsx'),
);
const RotateKeyDialog = lateWindow(
  () => import('../../features/credentials/rotate-key-dialog.tsx'),
);

const subtitleOf = (): string =>
  getMode() === 'test'
    ? 'Test keys with which your own systems try out payments; no real money moves'
    : 'Keys with which your own systems take and send payments';
const perPage = 20;
const createAction = 'create-key';

export default function DevelopersPage() {
  const companyId = useCompanyId();
  if (companyId) return <OfCompany companyId={companyId} />;
  return <NoCompany title="Developers" subtitle={subtitleOf()} failure={loadFailure} />;
}

function OfCompany({ companyId }: { companyId: string }) {
  const address = useUrlState({ filters: {} });
  const query = useQuery(apiKeyQueries.ofCompany(companyId));
  const action = useOverlayParam('action');
  const [rotated, setRotated] = useState<ApiKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const create = (
    <Button
      variant="primary"
      icon={<Plus />}
      aria-haspopup="dialog"
      onPointerEnter={CreateKeyDialog.preload}
      onFocus={CreateKeyDialog.preload}
      onClick={() => action.open(createAction)}
    >
      Create Key
    </Button>
  );
  return (
    <DeveloperFrame
      subtitle={subtitleOf()}
      actions={
        <>
          <RefreshButton query={query} />
          {create}
        </>
      }
    >
      <ListScreen
        address={address}
        query={query}
        filtersHere
        search={{ label: 'Search keys...' }}
        failed={{ title: 'Error Loading API Keys', message: loadFailure }}
        noneMatch={{ icon: <KeyRound />, title: 'No keys match your search.' }}
        noneYet={{
          icon: <KeyRound />,
          title: 'No keys yet',
          hint:
            getMode() === 'test'
              ? 'Create a test key and try out payments. Its secret is shown once.'
              : 'Create one for each of your systems. Its secret is shown once.',
          action: create,
        }}
        caption="API keys"
        columns={keyColumns}
        rows={(all) => pageOf(found(all, address.search), address.page, perPage)}
        rowKey={({ id }) => id}
        rowActions={(apiKey) => (
          <KeyActions apiKey={apiKey} onRotate={setRotated} onRevoke={setRevoked} />
        )}
        pager={{ pageSize: perPage, noun: 'keys' }}
      />
      <HowToUse />
      <CreateKeyDialog
        open={action.value === createAction}
        onClose={action.close}
        onMade={(key) => {
          action.close();
          setMade(key);
        }}
      />
      <RotateKeyDialog
        apiKey={rotated}
        open={rotated !== null}
        onClose={() => setRotated(null)}
        onMade={(key) => {
          setRotated(null);
          setMade(key);
        }}
      />
      <NewKeyDialog made={made} onClose={() => setMade(null)} />
      <ConfirmAction
        subject={revoked}
        change={useRevokeKey()}
        input={({ id }) => id}
        title={({ name }) => `Revoke ${name}?`}
        description="What is signed with this key is refused at once. Payments under way still complete. This cannot be undone."
        confirmLabel="Revoke Key"
        busyLabel="Revoking..."
        done="API key revoked"
        failed="Failed to revoke the API key"
        onClose={() => setRevoked(null)}
      />
    </DeveloperFrame>
  );
}

interface KeyActionsProps {
  apiKey: ApiKey;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

/** The key of the provider is changed by the provider. */
function KeyActions({ apiKey, onRotate, onRevoke }: KeyActionsProps) {
  if (apiKey.madeBy === 'staff') {
    return <span className="text-13 text-muted">Managed by the provider</span>;
  }
  return (
    <>
      {apiKey.state === 'active' ? (
        <IconButton
          size="sm"
          label={`Rotate ${apiKey.name}`}
          caption="Rotate"
          icon={<RefreshCw />}
          onClick={() => onRotate(apiKey)}
        />
      ) : null}
      <IconButton
        size="sm"
        tone="danger"
        label={`Revoke ${apiKey.name}`}
        caption="Revoke"
        icon={<Trash2 />}
        onClick={() => onRevoke(apiKey)}
      />
    </>
  );
}

const guides = [
  { to: '/docs/first-payment', label: 'First payment', about: 'from a key to money in minutes' },
  { to: '/docs/signing', label: 'Signing', about: 'scopes, rotation and Ed25519' },
  { to: '/api/docs', label: 'API reference', about: 'every call and its fields' },
];

function HowToUse() {
  return (
    <Card title="How to Use a Key" className="mt-4">
      {getMode() === 'test' ? (
        <p className="mb-3 max-w-prose">
          Keys of test mode begin with <code className="font-mono text-13">{testKeyPrefix}</code>{' '}
          and are used at the same addresses as live ones. The simulated networks pay what they
          order, and every answer says <code className="font-mono text-13">"mode":"test"</code>. No
          key of one mode works in the other.
        </p>
      ) : null}
      <p className="max-w-prose">
        Your system names the channel ID and signs every request. Give each system its own key with
        only the scopes it needs, and rotate it when people leave who knew it.
      </p>
      <ul className="mt-3 flex flex-col gap-1">
        {guides.map(({ to, label, about }) => (
          <li key={to}>
            <Link to={to} reloadDocument className="link">
              {label}
            </Link>
            <span className="text-muted">: {about}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function found(all: readonly ApiKey[], search: string): readonly ApiKey[] {
  const text = search.trim().toLowerCase();
  return all.filter(({ name, channelId }) => `${name} ${channelId}`.toLowerCase().includes(text));
}
