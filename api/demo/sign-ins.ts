/** Fixed, so that people, tests and the screenshot tour can rely on them. */
export const demoPassword = 'Demo-pass-1';
/** Of the cashier at the till of Demo One. */
export const demoPin = '482615';

export const demoSignIns = [
  { email: 'superadmin@sente.test', is: 'SuperAdmin: every back-office screen' },
  { email: 'admin@sente.test', is: 'Admin' },
  { email: 'ops@sente.test', is: 'administrator whose role is spelled super_admin' },
  { email: 'finance@sente.test', is: 'Finance: sees everything, moves money' },
  { email: 'support@sente.test', is: 'Support: sees everything, sends webhook events again' },
  { email: 'owner@demo-one.test', is: 'client_admin of Demo One: all permissions' },
  { email: 'manager@demo-one.test', is: 'client_manager: all but the company settings' },
  { email: 'viewer@demo-one.test', is: 'client_user: looks only' },
  { email: 'restricted@demo-one.test', is: 'no permission at all' },
  { email: 'lister@demo-one.test', is: 'sees users, cannot manage them' },
  { email: 'inactive@demo-one.test', is: 'inactive: sign-in is refused' },
  { email: 'owner@demo-two.test', is: 'client_admin of Demo Two' },
  { email: 'ivan@entebbe.test', is: 'client_admin of a company with rules for its payouts' },
  { email: 'sylvia@entebbe.test', is: 'client_manager there: approves payouts of colleagues' },
  { email: 'nocompany@sente.test', is: 'neither company nor administrator role' },
  { email: 'owner@empty.test', is: 'client_admin of a company without data' },
] as const;

/** Whose screens visitors of the open demo see. */
export const demoPeople = { operator: 'admin@sente.test', owner: 'owner@demo-one.test' } as const;
