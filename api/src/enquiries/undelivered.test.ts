import { expect, it } from 'vitest';
import { createStaff } from '../../test/actors.ts';
import { createTestApp } from '../../test/app.ts';
import { runJobs } from '../../test/webhooks.ts';

it('an answer that did not arrive waits for somebody, also after a year', async () => {
  const test = await createTestApp({ contactEmail: 'hello@provider.test' });
  const staff = await createStaff(test.owner);
  const written = { name: 'Grace', email: 'grace@shop.test', message: 'An account, please.' };
  await test.call(null, 'POST', '/Enquiries', written);
  const list = async () => (await test.call(staff, 'GET', '/Enquiries')).body;
  const { id } = (await list()).data[0];
  const reply = () => test.call(staff, 'POST', `/Enquiries/${id}/reply`, { text: 'Yes.' });
  expect((await reply()).status).toBe(200);
  // As long ago as that; the mail is known by the time of the answer.
  await test.owner.rows(
    `update mails set state = 'gave_up', problem = 'No such address', letter_sealed = null, key_name = null,
       created_at = now() - interval '13 months'`,
  );
  await test.owner.rows(
    `with e as (update enquiries set answered_at = answered_at - interval '13 months' returning *)
     update mails m set event_key = 'enquiry-answer:' || e.id || ':'
       || (extract(epoch from e.answered_at) * 1000000)::bigint from e where m.kind = 'enquiry-answer'`,
  );
  const upkeep = async () => {
    await test.owner.rows("select graphile_worker.add_job('upkeep')");
    await runJobs(test);
  };
  await upkeep();
  const { data, meta } = await list();
  expect(data).toMatchObject([{ id, answer: { isUndelivered: true } }]);
  expect(meta).toMatchObject({ undeliveredCount: 1 });
  const waiting = async (role: string) => {
    const reader = await createStaff(test.owner, role);
    const { data } = (await test.call(reader, 'GET', '/AdminDashboard/attention')).body;
    return data.newEnquiries;
  };
  expect([await waiting('Admin'), await waiting('Support')]).toEqual([1, 0]);

  const marked = await test.call(staff, 'POST', `/Enquiries/${id}/answer`, { note: 'By phone' });
  expect(marked.status).toBe(200);
  await upkeep();
  expect((await list()).meta).toMatchObject({ undeliveredCount: 0 });
  expect(await test.owner.rows("select 1 from mails where kind = 'enquiry-answer'")).toEqual([]);
});
