import type { UpdateUserBody } from '@sente/contract/users';
import type { Db } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { phoneAfter } from '../http/phone-after.ts';
import { chosenRole, companyRoleIds } from './built-in-roles.ts';
import type { UserToChange, UserValues } from './user-changes.queries.ts';
import { forbidden, refuseStaffLeaving } from './user-rules.ts';
import { requireCompany } from './users.service.ts';

/** The record after the change; omitted fields stay unchanged. */
export async function valuesAfter(
  db: Db,
  actor: Actor,
  before: UserToChange,
  body: UpdateUserBody,
): Promise<UserValues & Pick<UserToChange, 'is_ours'>> {
  const { companyId = before.company_id } = body;
  const isMoved = companyId !== null && companyId !== before.company_id;
  const isOurs = isMoved ? await requireMove(db, actor, before, companyId) : before.is_ours;
  return {
    first_name: body.firstName,
    last_name: body.lastName,
    username: body.username,
    email: body.email,
    phone_number: phoneAfter(body.phoneNumber, before.phone_number, 'phoneNumber'),
    company_id: companyId,
    is_active: body.isActive ?? before.is_active,
    is_staff: before.is_staff && isOurs,
    is_ours: isOurs,
  };
}

/** Whether the target is Head Office. */
async function requireMove(
  db: Db,
  actor: Actor,
  before: UserToChange,
  companyId: string,
): Promise<boolean> {
  if (!actor.isStaff) {
    throw forbidden('Only administrators can move a user to another company', 'companyId');
  }
  const company = await requireCompany(db, companyId);
  if (!company.is_head_office) refuseStaffLeaving(before.roles);
  return company.is_head_office;
}

/** The role chosen in the client portal, if it differs from the current one. */
export function newCompanyRole(before: UserToChange, body: UpdateUserBody): string | undefined {
  const chosen = chosenRole(body.roles);
  const held = before.roles.map(({ id }) => id).filter((id) => companyRoleIds.includes(id));
  const isShown = before.roles[0]?.id === chosen;
  return isShown && held.length === 1 ? undefined : chosen;
}
