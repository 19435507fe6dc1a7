import { factors, type FactorRule } from '@sente/contract/factors';
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
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';

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
  const [asked, setAsked] = useState<{ readonly wanted: boolean } | null>(null);
  const save = useChange({
    send: (isRequired: boolean) =>
      call(factors.saveRule, { params: { id: companyId }, body: { isRequired } }),
    invalidates: [ruleKey(companyId)],
  });
  const { isRequired, missing, people } = rule;
  return (
    <>
      <Switch
        className="px-5 py-4"
        label="Everybody Needs a Second Factor"
        description={`Signing in asks for a code besides the password. ${missing} of ${people} people have none yet.`}
        checked={isRequired}
        onChange={(event) => setAsked({ wanted: event.target.checked })}
      />
      <ConfirmAction
        subject={asked}
        change={save}
        input={(subject) => subject.wanted}
        title={(subject) =>
          subject.wanted ? 'Ask everybody for a second factor?' : 'Allow the password alone?'
        }
        description={(subject) =>
          subject.wanted
            ? `Whoever has none, ${missing} of ${people} people, can only set one up from now on. You are among them if you have none.`
            : 'People can then remove their second factor. Whoever knows a password can sign in with it.'
        }
        confirmLabel={(subject) => (subject.wanted ? 'Require It' : 'Allow')}
        busyLabel="Saving..."
        tone={(subject) => (subject.wanted ? 'primary' : 'danger')}
        done="Saved"
        failed="Failed to save"
        onClose={() => setAsked(null)}
      />
    </>
  );
}
