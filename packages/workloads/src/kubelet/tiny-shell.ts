/**
 * The programs that virtual containers have: echo, printenv, env, hostname, cat of a few files, date, sleep, true, false, exit, and `sh -c` with these one after the other.
 * It says what they print, how long they take and how they end, and does nothing else. What it does not know is undefined.
 */

/** What a program can know of where it runs. */
export interface ShellContext {
  readonly hostname: string;
  readonly env: Readonly<Record<string, string>>;
  /** Wall time, for `date`. */
  readonly nowMs?: number;
}

/** What came of it. */
export interface ShellResult {
  readonly lines: readonly string[];
  readonly exitCode: number;
  readonly durationMs: number;
}

/** Runs a program by its words; undefined when there is no such program, or it reads what is not there. */
export function runCommand(words: readonly string[], context: ShellContext): ShellResult | undefined {
  const [program = '', ...args] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (name === 'sh' || name === 'bash' || name === 'ash') return runScript(args, context);
  return Object.hasOwn(programs, name) ? programs[name]?.(args, context) : undefined;
}

type Program = (args: readonly string[], context: ShellContext) => ShellResult | undefined;

const prints = (...lines: readonly string[]): ShellResult => ({ lines, exitCode: 0, durationMs: 0 });
const ends = (exitCode: number): ShellResult => ({ lines: [], exitCode, durationMs: 0 });

const programs: Readonly<Record<string, Program>> = {
  echo: (args) => prints(args.filter((arg, at) => at > 0 || (arg !== '-n' && arg !== '-e')).join(' ')),
  hostname: (_, { hostname }) => prints(hostname),
  env: (_, context) => prints(...Object.entries(environment(context)).map(([name, value]) => `${name}=${value}`)),
  printenv: ([name], context) => {
    const value = name === undefined ? undefined : environment(context)[name];
    return value === undefined ? ends(1) : prints(value);
  },
  cat: ([path], { hostname }) => {
    if (path === '/etc/hostname') return prints(hostname);
    return path === '/etc/hosts' ? prints('127.0.0.1\tlocalhost') : undefined;
  },
  date: (_, { nowMs = 0 }) => prints(new Date(nowMs).toUTCString()),
  sleep: ([time = '0']) => {
    const seconds = time === 'infinity' || time === 'inf' ? Infinity : Number(time.replace(/s$/, ''));
    return Number.isNaN(seconds) ? undefined : { lines: [], exitCode: 0, durationMs: seconds * 1000 };
  },
  true: () => ends(0),
  ':': () => ends(0),
  false: () => ends(1),
  exit: ([code = '0']) => (/^\d+$/.test(code) ? ends(Number(code) % 256) : undefined),
};

/** Commands one after the other, as `sh -c` has them: separated by `;`, `&&` or lines. */
function runScript([flag, script = '', ...rest]: readonly string[], context: ShellContext): ShellResult | undefined {
  if (flag === undefined || !/^-[eux]*c$/.test(flag) || rest.length > 1) return undefined;
  const stopsAtFailure = flag.includes('e');
  let all = ends(0);
  let isConditional = false;
  for (const [, command = '', separator = ''] of script.matchAll(/\s*((?:[^;&\n"']|"[^"]*"|'[^']*')*)(&&|;|\n|$)/g)) {
    const words = wordsOf(command, context);
    const isSkipped = isConditional && all.exitCode !== 0;
    if (words.length > 0 && !isSkipped) {
      const next = runCommand(words, context);
      if (next === undefined) return undefined;
      all = joined(all, next);
      if (words[0] === 'exit' || all.durationMs === Infinity || (stopsAtFailure && next.exitCode !== 0)) return all;
    }
    isConditional = separator === '&&';
  }
  return /[|<>`]|&(?!&)|\$\(/.test(script.replaceAll('&&', '')) ? undefined : all;
}

const joined = (first: ShellResult, second: ShellResult): ShellResult => ({
  lines: [...first.lines, ...second.lines],
  exitCode: second.exitCode,
  durationMs: first.durationMs + second.durationMs,
});

/** The words of a command, without quotes and with the variables that are known. */
function wordsOf(command: string, context: ShellContext): string[] {
  const known = environment(context);
  const valueOf = (text: string): string =>
    text.replaceAll(/\$\{?(\w+)\}?/g, (_, name: string) => (Object.hasOwn(known, name) ? (known[name] ?? '') : ''));
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
    ([, double, single, bare]) => single ?? valueOf(double ?? bare ?? ''),
  );
}

const environment = ({ hostname, env }: ShellContext): Readonly<Record<string, string>> => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOSTNAME: hostname,
  ...env,
  HOME: '/root',
});
