import { ApiServer } from '@reeve/apiserver';
import { transportConformance } from './transport-cases.ts';

transportConformance('in memory', async () => {
  const server = await ApiServer.start();
  return { transport: server.transport, close: () => server.stop() };
});
