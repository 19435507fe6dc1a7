import type { Sealer } from '../../security/secrets.ts';
import type { Encryption } from './encryption.ts';

/** What every connector needs in addition to the settings of its network. */
export interface ConnectorContext {
  readonly sealer: Sealer;
  /** True for the built-in simulator. */
  readonly isSimulated: boolean;
  /** URL for callbacks; a function, because the port may be known only later. */
  readonly callbackBase: () => string;
  /** Timeout of a call. */
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
  readonly encryption: Encryption;
}
