import { describe, expect, it } from 'vitest';
import { isReservedRoleName } from './reserved-names.ts';

describe('reserved', () => {
  it.each([
    'Admin',
    'aDmIn',
    'SUPERADMIN',
    'super_admin',
    'Super Admin',
    'super-admin',
    'super.admin',
    'Administrator',
    ' A d m i n ',
    '_admin_',
    // Characters that nobody sees.
    'Ad\u200bmin',
    'Admin\ufeff',
    'Ad\u00admin',
    'Ad\u034fmin',
    '\u202enimdA',
    // Letters that look the same.
    '\u0410dmin',
    'Adm\u0456n',
    '\u0391dmin',
    '\u0391dmi\u039d',
    'Admi\u0578',
    'S\u03c5perAdmin',
    '\ud835\udc00\ud835\udc1d\ud835\udc26\ud835\udc22\ud835\udc27',
    '\uff21\uff44\uff4d\uff49\uff4e',
    '\u24b6dmin',
    'super\uff3fadmin',
    // Marks, case rules of other languages, figures for letters.
    'A\u0301dmin',
    'Adm\u0131n',
    'ADM\u0130N',
    '\u017fuperadmin',
    'Adm1n',
    '@dmin',
    'Adrnin',
    'Admln',
    'Admin \u2605',
  ])('%j', (name) => expect(isReservedRoleName(name)).toBe(true));
});

describe('free', () => {
  it.each([
    'client_admin',
    'Company Admin',
    'Admin Assistant',
    'Administration',
    'Supervisor',
    'Manager',
    'Restricted',
    'Kampala Admins',
    '管理',
    '\u0430\u043d\u0430\u043b\u0438\u0442\u0438\u043a',
    '***',
    '',
  ])('%j', (name) => expect(isReservedRoleName(name)).toBe(false));
});
