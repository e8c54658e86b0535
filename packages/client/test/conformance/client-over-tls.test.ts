import { ApiServer } from '@reeve/apiserver';
import { Client, KubeConfig, connect } from '@reeve/client';
import { clientConformance } from './client-cases.ts';
import { embeddedCapabilities } from './embedded-capabilities.ts';

clientConformance('over TLS to an embedded server', embeddedCapabilities, async () => {
  const server = await ApiServer.start({ port: 0 });
  const cluster = connect((await KubeConfig.parse(server.kubeconfig())).connection());
  const close = async (): Promise<void> => {
    await cluster.close();
    await server.stop();
  };
  return { client: Client.of(cluster), close };
});
