import type { CompanyBody, CompanyDetails } from '@sente/contract/companies';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { queryState } from '../../api/query-state.ts';
import { CompanyForm } from '../../features/companies/company-form.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries, useUpdateCompany } from '../../features/companies/company-queries.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { FormSkeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';

export default function CompanyEditPage() {
  const { id = '' } = useParams();
  const { data: company, failure, isLoading } = queryState(useQuery(companyQueries.toEdit(id)));
  usePageTitle(company && `Edit ${company.name}`);

  return (
    <div className="max-w-3xl">
      <PageHeader
        title={company ? `Edit ${company.name}` : 'Edit Company'}
        back={
          company
            ? { to: paths.company(id), label: 'Back to Company' }
            : { to: paths.companies(), label: 'Back to Companies' }
        }
      />
      {isLoading ? <FormSkeleton count={6} label="Loading company" /> : null}
      {failure ? <CompanyNotLoaded {...failure} className="mb-4" /> : null}
      {/* A new form for another company: its inputs are filled once. */}
      {company ? <EditForm key={company.id} company={company} /> : null}
    </div>
  );
}

function EditForm({ company }: { company: CompanyDetails }) {
  const navigate = useNavigate();
  const update = useUpdateCompany(company.id);

  async function submit(body: CompanyBody): Promise<void> {
    // The version that was edited, so that a change made meanwhile is not lost unseen.
    await update.mutateAsync({ ...body, updatedAt: company.updatedAt });
    notify.success(`${body.name} has been updated successfully!`);
    await navigate(paths.company(company.id));
  }

  return (
    <CompanyForm
      company={company}
      onSubmit={submit}
      failureText="Failed to update company"
      cancelTo={paths.company(company.id)}
    />
  );
}
