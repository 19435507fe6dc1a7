import { mayGiveRole } from '@sente/contract/power';
import type { RoleDetails } from '@sente/contract/roles';
import { companyRoleNames, type CompanyRoleName } from '@sente/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useOwnPower } from '../../session/own-power.ts';
import { roleWords } from '../../session/role.ts';
import { SelectField } from '../../ui/select.tsx';
import { companyQueries } from '../companies/company-queries.ts';
import { RoleHint, whatRoleAllows } from './role-hint.tsx';

/** What the server gives by itself. */
export const firstRole: CompanyRoleName = 'User';
const builtIn = new Set(companyRoleNames.map((name) => `client_${name.toLowerCase()}`));

export function isCompanyRole(role: string): role is CompanyRoleName {
  return companyRoleNames.some((name) => name === role);
}

interface RoleChoiceProps {
  roles: readonly RoleDetails[];
  companyId: string;
  role: string;
  field: (name: 'role') => UseFormRegisterReturn & { error: string | undefined };
}

/** The roles of companies as the lists of staff name them, then what else the reader may give to people of the company. */
export function RoleChoice({ roles, companyId, role, field }: RoleChoiceProps) {
  const own = useOwnPower();
  const { data: company } = useQuery({
    ...companyQueries.details(companyId),
    enabled: companyId !== '',
  });
  const others = roles.filter(
    ({ name, isStaff, permissions }) =>
      own &&
      !builtIn.has(name) &&
      (!isStaff || company?.isHeadOffice) &&
      mayGiveRole(own, { isStaff, permissions: permissions.map((one) => one.name) }),
  );
  const chosen = others.find(({ id }) => id === role);
  return (
    <SelectField
      label="Role"
      className="sm:max-w-1/2 sm:pr-2.5"
      options={[
        ...companyRoleNames.toReversed().map((name) => ({
          value: name,
          label: roleWords(`client_${name.toLowerCase()}`),
        })),
        ...others.map(({ id, name, isStaff }) => ({
          value: id,
          label: isStaff ? `${roleWords(name)} (staff)` : roleWords(name),
        })),
      ]}
      hint={
        chosen ? (
          <>
            {whatRoleAllows(
              chosen.permissions.map(({ name }) => name),
              chosen.isStaff,
            )}
            {chosen.isStaff ? ' A second person has to approve it; it is asked for at once.' : null}
          </>
        ) : (
          <RoleHint name={role} />
        )
      }
      {...field('role')}
    />
  );
}
