import { recoveryCodeCount, type FactorState, type Passkey } from '@sente/contract/factors';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { canUsePasskeys } from '../../lib/passkey-support.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ProofPurpose } from './factor-proof-dialog.tsx';
import { factorsQuery, hasFactor, useForgetDevices } from './factor-queries.ts';

const SetupDialog = lateWindow(() => import('./factor-setup-dialog.tsx'));
const PasskeyDialog = lateWindow(() => import('./passkey-dialog.tsx'));
const ProofDialog = lateWindow(() => import('./factor-proof-dialog.tsx'));

/** The own second factor. */
export default function FactorCard({ userId }: { userId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(factorsQuery(userId)));
  return (
    <Card
      title="Two-Factor Authentication"
      description={
        data?.isRequired
          ? 'Required of you: signing in asks for something that you have, besides the password.'
          : 'Signing in asks for something that you have, besides the password.'
      }
      flush
    >
      {failure ? (
        <ErrorPanel
          title="Failed to load the second factor"
          retryLabel="Try Again"
          failure={failure}
        />
      ) : null}
      {isLoading ? <SkeletonRows count={2} label="Loading the second factor" /> : null}
      {data ? <Factors userId={userId} state={data} /> : null}
    </Card>
  );
}

/** What is open. Each time it begins anew, so it has a number. */
interface Opened {
  readonly window: 'app' | 'passkey' | { readonly proof: ProofPurpose };
  readonly isOpen: boolean;
  readonly count: number;
}

function Factors({ userId, state }: { userId: string; state: FactorState }) {
  const [opened, setOpened] = useState<Opened>({ window: 'app', isOpen: false, count: 0 });
  const open = (window: Opened['window']) =>
    setOpened(({ count }) => ({ window, isOpen: true, count: count + 1 }));
  const onClose = () => setOpened((before) => ({ ...before, isOpen: false }));
  const { window, isOpen, count } = opened;
  const shared = { userId, state, onClose };

  return (
    <>
      <FactorList userId={userId} state={state} open={open} />
      <SetupDialog key={`app ${count}`} {...shared} open={isOpen && window === 'app'} />
      <PasskeyDialog key={`passkey ${count}`} {...shared} open={isOpen && window === 'passkey'} />
      <ProofDialog
        key={`proof ${count}`}
        userId={userId}
        purpose={typeof window === 'string' ? 'renew' : window.proof}
        held={state}
        open={isOpen && typeof window !== 'string'}
        onClose={onClose}
      />
    </>
  );
}

interface FactorListProps {
  userId: string;
  state: FactorState;
  open: (window: Opened['window']) => void;
}

function FactorList({ userId, state, open }: FactorListProps) {
  const { app, passkeys, recoveryCodesLeft, trustedDevices, isRequired } = state;
  const forget = useForgetDevices();
  // The last one stays while one is required.
  const mayRemove = !isRequired || passkeys.length + (app ? 1 : 0) > 1;
  return (
    <ul className="divide-y">
      <Item
        title="Authenticator app"
        badge={<Badge tone={app ? 'success' : 'neutral'}>{app ? 'On' : 'Off'}</Badge>}
        text={
          app ? (
            <>
              On since <DateText value={app.since} format="dateTime" />
            </>
          ) : (
            'An app on your phone shows a new code every 30 seconds.'
          )
        }
      >
        <Button size="sm" variant={app ? undefined : 'primary'} onClick={() => open('app')}>
          {app ? 'Replace' : 'Set Up'}
        </Button>
        {app && mayRemove ? (
          <Button size="sm" onClick={() => open({ proof: 'remove' })}>
            Remove
          </Button>
        ) : null}
      </Item>
      <Item title="Passkeys" text="A fingerprint, a face, a PIN or a security key.">
        {canUsePasskeys() ? (
          <Button size="sm" onClick={() => open('passkey')}>
            Add Passkey
          </Button>
        ) : null}
      </Item>
      {passkeys.map((passkey) => (
        <PasskeyItem
          key={passkey.id}
          passkey={passkey}
          onRemove={mayRemove ? () => open({ proof: { passkey } }) : undefined}
        />
      ))}
      {hasFactor(state) ? (
        <Item
          title="Recovery codes"
          badge={recoveryCodesLeft < 3 ? <Badge tone="warning">Few left</Badge> : null}
          text={`${recoveryCodesLeft} of ${recoveryCodeCount} left, for when your phone is lost`}
        >
          <Button size="sm" onClick={() => open({ proof: 'renew' })}>
            New Codes
          </Button>
        </Item>
      ) : null}
      {trustedDevices > 0 ? (
        <Item
          title="Trusted browsers"
          text={`${trustedDevices === 1 ? '1 browser signs' : `${trustedDevices} browsers sign`} in without a code`}
        >
          <ChangeButton
            size="sm"
            change={forget}
            input={userId}
            done={() => 'Every browser needs a code again'}
            failed="Failed to forget the trusted browsers"
          >
            Forget Trusted Browsers
          </ChangeButton>
        </Item>
      ) : null}
    </ul>
  );
}

interface PasskeyItemProps {
  passkey: Passkey;
  /** Undefined for the last one while one is required. */
  onRemove: (() => void) | undefined;
}

function PasskeyItem({ passkey, onRemove }: PasskeyItemProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Item
      title={name}
      text={
        <>
          Passkey since <DateText value={createdAt} format="dateTime" />
          {lastUsedAt ? (
            <>
              {' '}
              · last used <DateText value={lastUsedAt} format="dateTime" />
            </>
          ) : null}
        </>
      }
    >
      {onRemove ? (
        <Button size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </Item>
  );
}

interface ItemProps {
  title: string;
  badge?: ReactNode;
  text: ReactNode;
  children: ReactNode;
}

function Item({ title, badge, text, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {title}
          {badge}
        </p>
        <p className="text-13 text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
