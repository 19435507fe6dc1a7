import { describe, expect, it } from 'vitest';
import { isInOneAlphabet, isReservedRoleName } from './reserved-names.ts';

describe('a reserved name', () => {
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
    // Invisible characters.
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
    // Diacritics, case rules of other languages, digits for letters.
    'A\u0301dmin',
    'Adm\u0131n',
    'ADM\u0130N',
    '\u017fuperadmin',
    'Adm1n',
    '@dmin',
    'Adrnin',
    'Admln',
    'Admin \u2605',
    // Letters without a glyph, and letters that are drawn as a stroke.
    'Ad\u3164min',
    'Ad\u115f\u1160min',
    'Ad\uffa0min',
    'Ad\u{e0041}min',
    'Adm\u01c0n',
    'Adm\u01c3n',
    'Adm\u0268n',
    'A\u0256min',
    'Admi\u014b',
    'Ad\u0271in',
    '\u2c65dmin',
    'Aclmin',
  ])('%j', (name) => expect(isReservedRoleName(name)).toBe(true));
});

describe('a free name', () => {
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

describe('a name in one alphabet', () => {
  it.each([
    'R\u00e9ception',
    'Re\u0301ception',
    'Caissier(e) n\u00b02',
    'Omus\u014bi \u2116 3',
    'Team \u2605 2026',
    '\u041a\u0430\u0441\u0441\u0430 2',
    '\u0391\u03b8\u03ae\u03bd\u03b1',
    '\u0645\u062f\u064a\u0631',
    '\u7ba1\u7406\u304b\u30ab\u30fc',
    '***',
  ])('%j', (name) => expect(isInOneAlphabet(name)).toBe(true));

  it.each([
    // Cherokee and Lisu capitals look like Latin ones.
    '\u13aa\u13a0\u13b7\u13a5\u13be',
    '\u13aadmin',
    '\ua4ee\ua4d3\ua4df\ua4f2\ua4e0',
    'S\u04afper',
    '\u041a\u0430\u0441sa',
    '\u03a1\u0440',
    'Adm\u0661n',
    'Adm\u07c1n',
    '\u{10412}\u{1043a}',
  ])('%j is not in one alphabet', (name) => expect(isInOneAlphabet(name)).toBe(false));
});
