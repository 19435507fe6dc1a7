import { useQuery } from '@tanstack/react-query';
import { Landmark, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CompanyDetails } from '../../features/companies/company-details.tsx';
import { CompanyNotLoaded } from '../../features/companies/company-not-loaded.tsx';
import { companyQueries } from '../../features/companies/company-queries.ts';
import { DeleteCompanyDialog } from '../../features/companies/delete-company-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LogoImage } from '../../ui/logo-image.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export default function CompanyDetailsPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const company = useQuery(companyQueries.details(id));
  const [isDeleting, setIsDeleting] = useState(false);
  const back = { to: paths.companies(), label: 'Back to Companies' };

  if (company.isPending) {
    return (
      <>
        <PageHeader title="Company Details" back={back} />
        <Card>
          <SkeletonRows count={6} label="Loading company" />
        </Card>
      </>
    );
  }
  if (company.isError) {
    return (
      <>
        <PageHeader title="Company Details" back={back} />
        <CompanyNotLoaded
          error={company.error}
          busy={company.isFetching}
          onRetry={() => company.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={company.data.name}
        back={back}
        media={<LogoImage src={company.data.logoUrl} size="lg" />}
        actions={
          <>
            <ButtonLink icon={<Landmark />} to={paths.companyAccounts(id)}>
              View Accounts
            </ButtonLink>
            <ButtonLink icon={<Pencil />} to={paths.companyEdit(id)}>
              Edit Company
            </ButtonLink>
            <Button variant="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
              Delete Company
            </Button>
          </>
        }
      />
      <CompanyDetails company={company.data} />
      <DeleteCompanyDialog
        company={isDeleting ? company.data : null}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => void navigate(paths.companies())}
      />
    </>
  );
}
