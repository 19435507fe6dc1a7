import type { ApiKey } from '@sente/contract/api-keys';
import { ownCompanyId } from './people.ts';

/** As the server returns it. */
export function anApiKey(fields: Partial<ApiKey> = {}): ApiKey {
  return {
    id: '01900030-0000-7000-8000-000000000000',
    companyId: ownCompanyId,
    name: 'Web shop',
    channelId: 'snt_ch_shop',
    madeBy: 'company',
    algorithm: 'hmac-sha256',
    scopes: ['collect', 'read'],
    allowedAddresses: ['203.0.113.0/24'],
    state: 'active',
    lastUsedAt: '2026-01-31T09:00:00.000Z',
    lastUsedAddress: '203.0.113.7',
    endsAt: null,
    createdAt: '2026-01-05T09:00:00.000Z',
    ...fields,
  };
}
