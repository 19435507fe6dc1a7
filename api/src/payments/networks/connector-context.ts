import type { Sealer } from '../../security/secrets.ts';
import type { Encryption } from './encryption.ts';
import type { SendHttp } from './network-http.ts';

/** What every connector needs in addition to the settings of its network. */
export interface ConnectorContext {
  readonly sealer: Sealer;
  /** True for the built-in simulator. */
  readonly isSimulated: boolean;
  /** URL for callbacks; a function, because the port may be known only later. */
  readonly callbackBase: () => string;
  /** Timeout of a call. */
  readonly timeoutMs: number;
  readonly sendHttp: SendHttp;
  readonly encryption: Encryption;
}
