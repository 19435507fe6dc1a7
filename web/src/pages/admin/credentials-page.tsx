import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useParams } from '../../lib/router.tsx';
import { ApiError } from '../../api/api-error.ts';
import { keys } from '../../api/keys.ts';
import { queryState, type QueryState } from '../../api/query-state.ts';
import { HistoryButton } from '../../features/audit/history-button.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import {
  CompanyCredentials,
  NoCredentials,
} from '../../features/credentials/company-credentials.tsx';
import {
  credentialQueries,
  type CompanyCredentialSets,
} from '../../features/credentials/credential-queries.ts';
import { KeysOfCompany } from '../../features/credentials/keys-of-company.tsx';
import { WebhookSection } from '../../features/webhooks/webhook-section.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { useCan } from '../../session/permissions.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function CredentialsPage() {
  const { companyId = '' } = useParams();
  const company = queryState(useQuery(companyQueries.details(companyId)));
  const canSeeKeys = useCan('staffKeys');
  const credentials = useQuery({
    ...credentialQueries.ofCompany(companyId),
    enabled: canSeeKeys,
  });
  const isWaiting = canSeeKeys && queryState(credentials).isLoading;
  const client = useQueryClient();
  const name = company.data?.name;
  usePageTitle(name && `API Credentials of ${name}`);

  return (
    <>
      <PageHeader
        title="API Credentials"
        subtitle={name ?? '\u00a0'}
        back={{ to: paths.company(companyId), label: 'Back to Company' }}
        actions={
          <>
            {company.failure && !name ? null : (
              <HistoryButton subjectType="companies" subjectId={companyId} name={name} />
            )}
            <Button
              icon={<RotateCw />}
              busy={credentials.isFetching}
              busyLabel="Loading..."
              onClick={() => {
                if (canSeeKeys) void credentials.refetch();
                void client.refetchQueries({ queryKey: keys.webhooks.all(companyId) });
              }}
            >
              Refresh
            </Button>
          </>
        }
      />
      {company.failure ? <CompanyNotLoaded {...company.failure} className="mb-4" /> : null}
      {isGone(company.failure?.error) ? null : (
        <>
          {canSeeKeys ? (
            <Credentials
              companyId={companyId}
              companyName={name ?? 'this company'}
              {...queryState(credentials)}
            />
          ) : (
            <Banner>Only staff who manage API credentials can see the keys of a company.</Banner>
          )}
          {/*
           * Requests at once and shows later, because the height of the credentials is unknown
           * until then.
           */}
          <div hidden={isWaiting}>
            <WebhookSection companyId={companyId} companyName={name ?? 'this company'} />
          </div>
        </>
      )}
    </>
  );
}

interface CredentialsProps extends QueryState<CompanyCredentialSets> {
  companyId: string;
  companyName: string;
}

function Credentials({ companyId, companyName, data, failure, isLoading }: CredentialsProps) {
  const [credential] = data?.sets ?? [];
  return (
    <>
      {isLoading ? (
        <Card title="Credential set">
          <SkeletonRows count={4} label="Loading API credentials" />
        </Card>
      ) : null}
      {failure ? (
        <ErrorPanel
          className="mb-4"
          title="Failed to load company API credentials"
          failure={failure}
          retryLabel="Try Again"
        />
      ) : null}
      {data && !credential ? <NoCredentials companyId={companyId} /> : null}
      {data && credential ? (
        <CompanyCredentials {...{ credential, companyName }} message={data.message} />
      ) : null}
      {data ? <KeysOfCompany companyId={companyId} /> : null}
    </>
  );
}

/** An unknown company is reported only once. */
function isGone(error: Error | undefined): boolean {
  return error instanceof ApiError && error.status === 404;
}
