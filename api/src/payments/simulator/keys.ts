import { createHmac } from 'node:crypto';
import {
  usualAirtelVersions,
  type AirtelSettings,
  type MtnProductKeys,
  type MtnSettings,
} from '../networks/settings.ts';

export interface SimulatorKeys {
  readonly mtn: MtnSettings & Record<'collection' | 'disbursement', MtnProductKeys>;
  readonly airtel: AirtelSettings;
}

/** All keys derive from one secret, so that another server can use the same ones. */
export function simulatorKeys(secret: string, baseUrl: string): SimulatorKeys {
  const key = (name: string): string =>
    createHmac('sha256', secret).update(name).digest('hex').slice(0, 32);
  const product = (name: string) => ({
    subscriptionKey: key(`mtn ${name} subscription`),
    userId: key(`mtn ${name} user`),
    secret: key(`mtn ${name} secret`),
  });
  return {
    mtn: {
      baseUrl,
      targetEnvironment: 'mtnuganda',
      collection: product('collection'),
      disbursement: product('disbursement'),
    },
    airtel: {
      baseUrl,
      clientId: key('airtel client'),
      clientSecret: key('airtel secret'),
      callbackKey: key('airtel callback'),
      pin: String(parseInt(key('airtel pin').slice(0, 8), 16) % 10_000).padStart(4, '0'),
      versions: usualAirtelVersions,
      signing: null,
    },
  };
}

/** Environment variables for a server that uses this simulator like real networks. */
export function simulatorEnv({ mtn, airtel }: SimulatorKeys): Record<string, string> {
  return {
    SENTE_MTN_BASE_URL: mtn.baseUrl,
    SENTE_MTN_TARGET_ENVIRONMENT: mtn.targetEnvironment,
    SENTE_MTN_COLLECTION_KEY: mtn.collection.subscriptionKey,
    SENTE_MTN_COLLECTION_USER: mtn.collection.userId,
    SENTE_MTN_COLLECTION_SECRET: mtn.collection.secret,
    SENTE_MTN_DISBURSEMENT_KEY: mtn.disbursement.subscriptionKey,
    SENTE_MTN_DISBURSEMENT_USER: mtn.disbursement.userId,
    SENTE_MTN_DISBURSEMENT_SECRET: mtn.disbursement.secret,
    SENTE_AIRTEL_BASE_URL: airtel.baseUrl,
    SENTE_AIRTEL_CLIENT_ID: airtel.clientId,
    SENTE_AIRTEL_CLIENT_SECRET: airtel.clientSecret,
    SENTE_AIRTEL_CALLBACK_KEY: airtel.callbackKey,
    SENTE_AIRTEL_PIN: airtel.pin,
  };
}
