/**
 * The journal of a server whose data another process keeps.
 */
import { Agent, request } from 'node:http';
import type { Journal } from './journal.ts';
import { parseCommits, printCommits } from './journal-lines.ts';
import { journalPath } from './journal-server.ts';

/** A journal at the address of a `JournalServer`. */
export function remoteJournal(url: string): Journal & Disposable {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, body?: string) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(new URL(journalPath, url), { method, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('error', reject).on('end', () => {
          if (response.statusCode === 200 || response.statusCode === 204) resolve(text);
          else
            reject(
              new Error(
                `${url} answered ${response.statusCode} to ${method} ${journalPath}: it is not the etcd that comes with this server`,
              ),
            );
        });
      });
      sent.on('error', (cause) => {
        const words = `${url} does not answer (${cause.message}): start etcd there, or name another with --etcd-servers`;
        reject(new Error(words, { cause }));
      });
      sent.end(body);
    });
  return {
    load: async () => parseCommits(await call('GET')),
    append: async (commits) => void (await call('POST', printCommits(commits))),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
