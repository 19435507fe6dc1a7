import { describe, expect, it } from 'vitest';
import { limitActs } from '../../test/limits.ts';
import { approvalActs, payingCompany } from '../../test/paying-company.ts';

const given = payingCompany();
const { pay, allow, statusOf } = limitActs(given);
const { approveAsked } = approvalActs(given);

describe('a blocked number', () => {
  const path = () => `/Company/${given.companyId}/blocked-numbers`;
  const body = { phoneNumber: '0772 123 456', reason: 'Stolen phone' };

  it('gets and gives nothing in the company that blocks it', async () => {
    const { data } = (await given.test.call(given.owner, 'POST', path(), body)).body;
    expect(data).toMatchObject({
      phoneNumber: '256772123456',
      reason: 'Stolen phone',
      companyId: given.companyId,
    });
    for (const kind of ['payouts', 'collections']) {
      const answer = await pay(1_000, '256772123456', kind);
      expect(answer.body).toMatchObject({
        code: 'number_blocked',
        fields: { phoneNumber: 'This number is blocked' },
      });
    }
    expect(await statusOf(1_000, '256772123457')).toBe(202);
    expect((await given.test.call(given.owner, 'POST', path(), body)).body.fields).toEqual({
      phoneNumber: 'This number is blocked already',
    });
    expect((await given.test.call(given.staff, 'GET', path())).body.data).toHaveLength(1);
    expect((await given.test.call(given.owner, 'DELETE', `${path()}/${data.id}`)).status).toBe(200);
    expect((await given.test.call(given.owner, 'DELETE', `${path()}/${data.id}`)).status).toBe(404);
    expect(await statusOf(1_000, '256772123456')).toBe(202);
  });

  it('of the provider is blocked for all companies, and no company can allow it', async () => {
    const number = { phoneNumber: '0772000999', reason: 'Fraud' };
    const { data } = (await given.test.call(given.staff, 'POST', '/BlockedNumbers', number)).body;
    expect((await pay(1_000, '256772000999')).body.code).toBe('number_blocked');
    expect((await given.test.call(given.owner, 'GET', path())).body.data).toEqual([]);
    expect((await given.test.call(given.owner, 'DELETE', `${path()}/${data.id}`)).status).toBe(404);
    expect((await given.test.call(given.owner, 'POST', '/BlockedNumbers', number)).status).toBe(
      403,
    );
    const remove = () => given.test.call(given.staff, 'DELETE', `/BlockedNumbers/${data.id}`);
    const asked = await remove();
    expect(asked.status, asked.text).toBe(200);
    expect((await remove()).status).toBe(409);
    // Until a second person agrees.
    expect((await pay(1_000, '256772000999')).body.code).toBe('number_blocked');
    expect((await approveAsked(given.staff, asked)).body.message).toBe(
      'You cannot approve your own request',
    );
    await allow(asked);
    expect(await statusOf(1_000, '256772000999')).toBe(202);
    expect((await remove()).status).toBe(404);
  });

  it('must be a number', async () => {
    const answer = await given.test.call(given.owner, 'POST', path(), {
      ...body,
      phoneNumber: 'abc',
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual(['phoneNumber']);
  });
});
