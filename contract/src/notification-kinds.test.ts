import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  companySwitches,
  notificationKindNames,
  notificationKinds,
  staffSwitches,
  type Switches,
} from './notification-kinds.ts';

const everyWay = { bell: true, mail: true };

describe.each([
  ['staff', staffSwitches],
  ['company', companySwitches],
] as const)('the switches of %s', (portal, switches) => {
  const isStaff = portal === 'staff';
  const names = Object.keys(switches) as (keyof Switches)[];
  const kinds = notificationKindNames.filter((kind) => notificationKinds[kind][portal] !== null);
  const toldWith = (saved: Switches) =>
    kinds.map((kind) => choiceOf(kind, isStaff, saved, { [kind]: everyWay }));

  it('are six, of which two are off and cannot be switched on: nothing sends these', () => {
    expect(names).toHaveLength(6);
    const off = names.filter((name) => !(switches as Switches)[name]);
    expect(off.toSorted()).toEqual(['marketingEmails', 'smsNotifications']);
  });

  it.each(names.filter((name) => (switches as Switches)[name]))(
    '%s turns off something that people of this portal are told about',
    (name) => {
      expect(toldWith({ [name]: false })).not.toEqual(toldWith({}));
    },
  );
});
