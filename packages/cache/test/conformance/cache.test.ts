import { ApiServer } from '@reeve/apiserver';
import { cacheConformance } from './cache-cases.ts';

cacheConformance('the embedded server', async () => {
  const server = await ApiServer.start();
  return { transport: server.transport, close: () => server.stop() };
});
