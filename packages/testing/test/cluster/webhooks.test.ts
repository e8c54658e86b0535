/** The suite of webhooks on the embedded server, in process and over TLS. */
import { webhookSuite } from './webhook-suite.ts';

webhookSuite('the embedded server in memory', () => 'memory');
webhookSuite('the embedded server over TLS', () => 'tls');
