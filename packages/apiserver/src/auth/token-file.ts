/**
 * Static tokens as kube-apiserver's `--token-auth-file` has them: lines of `token,user,uid,"group1,group2"`.
 */
import type { UserInfo } from '@reeve/registry';

/** Tokens and whose they are. Lines that say too little are refused with their number. */
export function parseTokenFile(text: string): Map<string, UserInfo> {
  const users = new Map<string, UserInfo>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [token = '', name = '', uid = '', groups = ''] = fields(line);
    if (token === '' || name === '' || fields(line).length < 3)
      throw new Error(
        `line ${index + 1} of the token file needs at least a token, a user and a uid, which may be empty: ${line.replace(token, '…')}`,
      );
    users.set(token, { name, ...(uid !== '' && { uid }), groups: groups === '' ? [] : groups.split(',') });
  }
  return users;
}

/** One line of comma-separated values; a value in quotes may hold commas. */
function fields(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim());
}
