import { ApiServer } from '@reeve/apiserver';
import { Client } from '@reeve/client';
import { clientConformance } from './client-cases.ts';
import { embeddedCapabilities } from './embedded-capabilities.ts';

clientConformance('over the memory of an embedded server', embeddedCapabilities, async () => {
  const server = await ApiServer.start();
  return { client: new Client({ transport: server.transport }), close: () => server.stop() };
});
