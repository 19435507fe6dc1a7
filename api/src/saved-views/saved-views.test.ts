import { maxSavedViews, type SavedView } from '@sente/contract/saved-views';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';

let test: TestApp;
let person: TestActor;
let colleague: TestActor;
let staff: TestActor;

beforeAll(async () => {
  test = await createTestApp();
  person = await createMember(test.owner);
  colleague = await createMember(test.owner, { companyId: person.companyId ?? '' });
  staff = await createStaff(test.owner);
});

const view = { name: 'Failed', filters: 'status=failed&range=7', hiddenColumns: ['id'] };

async function save(actor: TestActor, more: object = {}) {
  const body = { list: 'client-transactions', ...view, ...more };
  return test.call(actor, 'POST', '/SavedViews', body);
}

async function viewsOf(actor: TestActor, list = 'client-transactions'): Promise<SavedView[]> {
  return (await test.call(actor, 'GET', `/SavedViews?list=${list}`)).body.data;
}

it('keeps filters and columns under a name, per person and list', async () => {
  const saved = await save(person);
  expect(saved.body.data).toEqual({ id: expect.any(String), ...view });
  await save(person, { name: 'airtel', filters: 'network=AIRTEL' });
  await save(person, { list: 'client-api-transactions' });
  expect((await viewsOf(person)).map(({ name }) => name)).toEqual(['airtel', 'Failed']);
  expect(await viewsOf(colleague)).toEqual([]);
  expect(await viewsOf(staff)).toEqual([]);
});

it('is renamed, changed and deleted by its person only', async () => {
  const { id } = (await save(person, { name: 'First' })).body.data;
  for (const stranger of [colleague, staff]) {
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { name: 'Mine' } : undefined;
      const answer = await test.call(stranger, method, `/SavedViews/${id}`, body);
      expect([answer.status, answer.body.message]).toEqual([404, 'View not found']);
    }
  }
  const renamed = await test.call(person, 'PUT', `/SavedViews/${id}`, { name: ' Second ' });
  expect(renamed.body.data).toEqual({ id, ...view, name: 'Second' });
  const changed = await test.call(person, 'PUT', `/SavedViews/${id}`, {
    filters: 'range=90',
    hiddenColumns: [],
  });
  expect(changed.body.data).toEqual({ id, name: 'Second', filters: 'range=90', hiddenColumns: [] });
  expect((await test.call(person, 'DELETE', `/SavedViews/${id}`)).status).toBe(200);
  expect((await viewsOf(person)).some((each) => each.id === id)).toBe(false);
});

it('has a name of its own, whatever the case', async () => {
  const { id } = (await save(person, { name: 'Twice' })).body.data;
  const again = await save(person, { name: 'TWICE' });
  expect([again.status, again.body.fields]).toEqual([
    400,
    { name: 'You have a view with this name' },
  ]);
  const other = (await save(person, { name: 'Other' })).body.data;
  const renamed = await test.call(person, 'PUT', `/SavedViews/${other.id}`, { name: 'twice' });
  expect(renamed.status).toBe(400);
  expect((await test.call(person, 'PUT', `/SavedViews/${id}`, { name: 'twice' })).status).toBe(200);
  for (const body of [{ name: ' ' }, { name: 'x'.repeat(61) }, { list: 'roles' }]) {
    const refused = await save(person, body);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, Object.keys(body)]);
  }
});

it(`a list has at most ${maxSavedViews}, also of requests at the same moment`, async () => {
  const full = await createMember(test.owner);
  const names = Array.from({ length: maxSavedViews + 3 }, (_, n) => `View ${n}`);
  const answers = await Promise.all(names.map((name) => save(full, { name })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxSavedViews);
  expect(answers.find(({ status }) => status !== 200)?.body.message).toBe(
    'A list has at most 50 views. Delete one first.',
  );
  expect(await viewsOf(full)).toHaveLength(maxSavedViews);
});
