import { factors, type FactorRule } from '@sente/contract/factors';
import type { FactorProof } from '@sente/contract/own-factor';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isRecord } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/change.ts';
import { key } from '../../api/keys.ts';
import { queryState } from '../../api/query-state.ts';
import { invalidFormat } from '../../api/read.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { lateWindow } from '../../ui/late.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast.tsx';

const OwnProofDialog = lateWindow(() => import('./own-proof-dialog.tsx'));

const ruleKey = (companyId: string) => key('factor-rule', companyId);

const ruleQuery = (companyId: string) =>
  queryOptions({
    queryKey: ruleKey(companyId),
    queryFn: async ({ signal }): Promise<FactorRule> => {
      const { data } = await call(factors.getRule, { params: { id: companyId }, signal });
      if (!isRecord(data)) throw invalidFormat(200);
      return data;
    },
  });

/** Whether a company asks its people for a second factor. */
export default function FactorRuleCard({ companyId }: { companyId: string }) {
  const { data, failure, isLoading } = queryState(useQuery(ruleQuery(companyId)));
  return (
    <Card title="Signing In" flush>
      {failure ? (
        <ErrorPanel
          title="Failed to load how people sign in"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {isLoading ? <SkeletonRows count={1} label="Loading how people sign in" /> : null}
      {data ? <Rule companyId={companyId} rule={data} /> : null}
    </Card>
  );
}

function Rule({ companyId, rule }: { companyId: string; rule: FactorRule }) {
  const [asked, setAsked] = useState<'on' | 'off' | null>(null);
  const save = useChange({
    send: (body: { readonly isRequired: boolean } & FactorProof) =>
      call(factors.saveRule, { params: { id: companyId }, body }),
    invalidates: [ruleKey(companyId)],
  });
  const { isRequired, missing, people } = rule;
  return (
    <>
      <Switch
        className="px-5 py-4"
        label="Everybody Needs a Second Factor"
        description={`Signing in asks for a code besides the password. ${missing} of ${people} people have none yet, counting who can sign in and who is invited.`}
        checked={isRequired}
        onChange={(event) => setAsked(event.target.checked ? 'on' : 'off')}
      />
      <ConfirmAction
        subject={asked === 'on' ? asked : null}
        change={save}
        input={() => ({ isRequired: true })}
        title={() => 'Ask everybody for a second factor?'}
        description={`Whoever has none, ${missing} of ${people} people, can only set one up from now on. You are among them if you have none.`}
        confirmLabel="Require It"
        busyLabel="Saving..."
        tone="primary"
        done="Saved"
        failed="Failed to save"
        onClose={() => setAsked(null)}
      />
      <OwnProofDialog
        open={asked === 'off'}
        title="Allow the password alone?"
        description="People can then remove their second factor. Whoever knows a password can sign in with it. The other administrators are told."
        submitLabel="Allow"
        busyLabel="Saving..."
        failed="Failed to save"
        send={async (shown) => {
          await save.mutateAsync({ isRequired: false, ...shown });
          notify.success('Saved');
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
