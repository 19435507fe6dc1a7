import { recoveryCodeCount, type FactorState } from '@sente/contract/factors';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryState } from '../../api/query-state.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeButton } from '../../ui/change-button.tsx';
import { DateText } from '../../ui/date-display.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ProofPurpose } from './factor-proof-dialog.tsx';
import { factorsQuery, useForgetDevices } from './factor-queries.ts';

const SetupDialog = lateWindow(() => import('./factor-setup-dialog.tsx'));
const ProofDialog = lateWindow(() => import('./factor-proof-dialog.tsx'));

/** The own second factor. */
export default function FactorCard({ userId }: { userId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(factorsQuery(userId)));
  return (
    <Card
      title="Two-Factor Authentication"
      description={
        data?.isRequired
          ? 'Required of you: signing in asks for a code besides the password.'
          : 'Signing in asks for a code besides the password.'
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

function Factors({ userId, state }: { userId: string; state: FactorState }) {
  const { app, recoveryCodesLeft, trustedDevices, isRequired } = state;
  const [isSettingUp, setIsSettingUp] = useState(0);
  const [asked, setAsked] = useState<{ purpose: ProofPurpose; key: number; open: boolean }>({
    purpose: 'renew',
    key: 0,
    open: false,
  });
  const [isOpen, setIsOpen] = useState(false);
  const forget = useForgetDevices();
  const ask = (purpose: ProofPurpose) =>
    setAsked(({ key }) => ({ purpose, key: key + 1, open: true }));

  return (
    <>
      <ul className="divide-y">
        <Item
          title="Authenticator app"
          badge={<Badge tone={app ? 'success' : 'neutral'}>{app ? 'On' : 'Off'}</Badge>}
          text={
            app ? <Since at={app.since} /> : 'An app on your phone shows a new code every 30 s.'
          }
        >
          <Button
            size="sm"
            variant={app ? undefined : 'primary'}
            onClick={() => {
              // Begins anew each time.
              setIsSettingUp((count) => count + 1);
              setIsOpen(true);
            }}
          >
            {app ? 'Replace' : 'Set Up'}
          </Button>
          {app && !isRequired ? (
            <Button size="sm" onClick={() => ask('remove')}>
              Remove
            </Button>
          ) : null}
        </Item>
        {app ? (
          <Item
            title="Recovery codes"
            badge={recoveryCodesLeft < 3 ? <Badge tone="warning">Few left</Badge> : null}
            text={`${recoveryCodesLeft} of ${recoveryCodeCount} left, for when your phone is lost`}
          >
            <Button size="sm" onClick={() => ask('renew')}>
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
      <SetupDialog
        key={`setup ${isSettingUp}`}
        userId={userId}
        state={state}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
      <ProofDialog
        key={`proof ${asked.key}`}
        userId={userId}
        purpose={asked.purpose}
        open={asked.open}
        onClose={() => setAsked((before) => ({ ...before, open: false }))}
      />
    </>
  );
}

function Since({ at }: { at: string }) {
  return (
    <>
      On since <DateText value={at} format="dateTime" />
    </>
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
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {title}
          {badge}
        </p>
        <p className="text-13 text-muted">{text}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
